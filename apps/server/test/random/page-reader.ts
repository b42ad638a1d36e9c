import { expect } from 'vitest'
import type { PageProcess } from '../pages.ts'
import type { World } from './operations.ts'

/** Reading them takes most of the time of the test. */
export const pathCount = 140
const orders = ['newest', 'active', 'unanswered', 'score', 'frequent', 'hot']
const slugs = ['bread', 'oven', 'rye', 'salt', 'flour', 'yeast', 'crumb', 'crust']
/** Bypasses the page cache. */
const uncachedHeaders = { authorization: 'Bearer nobody' }

/** Reads pages while others write. */
export function aPageReader(pages: PageProcess, world: World, names: readonly string[]) {
  const fixed = [
    '/',
    '/tags',
    ...orders.flatMap((order) => [`/questions?order=${order}`, `/questions?order=${order}&page=2`]),
    ...slugs.flatMap((slug) => [
      `/tags/${slug}`,
      `/tags/${slug}?order=newest`,
      `/tags/${slug}/info`,
    ]),
    ...names.flatMap((name) => [
      `/users/${name}`,
      `/users/${name}/answers`,
      `/users/${name}/questions`,
    ]),
  ]
  // The first questions change most.
  const paths = () =>
    [...fixed, ...world.questions.map((id) => `/questions/${id}`)].slice(0, pathCount)

  let hitCount = 0

  const read = (path: string, headers = {}) => readFrom(pages, path, headers)
  return {
    async readAll() {
      for (const path of paths()) hitCount += (await read(path)).cache === 'hit' ? 1 : 0
    },
    /** Compares cached pages with fresh ones. */
    async compareAll(summary: string) {
      const allPaths = paths()
      for (const path of allPaths) {
        // The last invalidation may still be in flight.
        await expect
          .poll(
            async () => {
              const [cached, fresh] = [await read(path), await read(path, uncachedHeaders)]
              hitCount += cached.cache === 'hit' ? 1 : 0
              return findDifference(cached, fresh)
            },
            { message: `${summary}, ${path}` },
          )
          .toBeNull()
      }
      return { hitCount, compared: allPaths.length }
    },
    /** Compares pages on disk with fresh ones. `restarted` has no page in memory. Returns how many were on disk. */
    async compareStored(restarted: PageProcess) {
      let storedCount = 0
      for (const id of world.questions.slice(0, pathCount)) {
        const stored = await readFrom(restarted, `/questions/${id}`)
        if (stored.cache !== 'stored') continue
        storedCount++
        const fresh = await readFrom(restarted, `/questions/${id}`, uncachedHeaders)
        expect(withoutAging(stored.body), id).toBe(withoutAging(fresh.body))
      }
      return storedCount
    },
  }
}

type Read = Awaited<ReturnType<PageProcess['read']>>

/** Where the pages start to differ. */
function findDifference(cached: Read, fresh: Read) {
  if (cached.status !== fresh.status) return { cached: cached.status, fresh: fresh.status }
  if (cached.body === fresh.body) return null
  const at = [...fresh.body].findIndex((character, index) => character !== cached.body[index])
  const excerpt = ({ body }: Read) => body.slice(Math.max(0, at - 200), at + 200)
  return { cached: excerpt(cached), fresh: excerpt(fresh) }
}

async function readFrom(pages: PageProcess, path: string, headers = {}) {
  const page = await pages.read(path, headers)
  const location = page.status === 301 ? page.headers.get('location') : null
  return location === null ? page : await pages.read(location, headers)
}

/** View counts and which questions are related may be old on stored pages. Scripts contain the same data again. */
function withoutAging(body: string) {
  const html = body
    .replaceAll(/<script(?! type="application\/ld\+json")[^>]*>.*?<\/script>/gs, '')
    .replace(/<li>[\d,]+ views?/, '')
  const sections = html.split('<section')
  return sections.filter((section) => !section.includes('>Related questions</h2>')).join('<section')
}
