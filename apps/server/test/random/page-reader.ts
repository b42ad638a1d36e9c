import { expect } from 'vitest'
import type { PageProcess } from '../pages.ts'
import type { World } from './operations.ts'

const most = 200
const orders = ['newest', 'active', 'unanswered', 'score', 'frequent', 'hot']
const slugs = ['bread', 'oven', 'rye', 'salt', 'flour', 'yeast', 'crumb', 'crust']
/** Whoever sends it is shown a page that was made for them alone. */
const alone = { authorization: 'Bearer nobody' }

/** Someone who reads along while others write. */
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
  // The first questions are those that most happens to.
  const paths = () => [...fixed, ...world.questions.map((id) => `/questions/${id}`)].slice(0, most)

  let kept = 0

  async function read(path: string, headers = {}) {
    const page = await pages.read(path, headers)
    const elsewhere = page.status === 301 ? page.headers.get('location') : null
    return elsewhere === null ? page : await pages.read(elsewhere, headers)
  }
  return {
    async readAll() {
      for (const path of paths()) kept += (await read(path)).cache === 'hit' ? 1 : 0
    },
    /** What is kept is what would be made now; gives how often a kept page was read so far. */
    async compareAll() {
      const all = paths()
      for (const path of all) {
        // What changed last may still be on its way here; nothing else would ever make an old page new.
        await expect
          .poll(async () => {
            const [found, fresh] = [await read(path), await read(path, alone)]
            kept += found.cache === 'hit' ? 1 : 0
            return found.status === fresh.status && found.body === fresh.body ? 'same' : path
          })
          .toBe('same')
      }
      return { kept, compared: all.length }
    },
  }
}
