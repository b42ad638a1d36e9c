import { LRUCache } from 'lru-cache'
import type { KeptPage } from './kept-page.ts'

/** Every page, whatever stands on it. */
export const everything = '*'
/** Every page that is more than one question with its answers: whatever happens may change what it lists. */
export const lists = 'lists'

const mostBytes = 64 * 1024 * 1024
/** How many addresses are remembered as asked for once. */
const mostSeen = 50_000
/** How many drops are remembered; beyond that all pages that are being made count as dropped. */
const mostDrops = 50_000

/** Pages for visitors in the memory of this process, known by the tags of what stands on them. */
export type PageStore = ReturnType<typeof makePageStore>

export function makePageStore() {
  const keysOf = new Map<string, Set<string>>()
  const pages = new LRUCache<string, KeptPage>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (page, key) => forget(keysOf, page.tags, key),
  })
  const seen = new LRUCache<string, true>({ max: mostSeen })
  const drops = new Map<string, number>()
  let turn = 0
  let wholeTurn = 0

  function dropAll() {
    wholeTurn = ++turn
    drops.clear()
    pages.clear()
  }

  return {
    find: (key: string) => pages.get(key),
    /** Whether an address was asked for before; from now on it was. */
    wasSeen(key: string) {
      const before = seen.has(key)
      seen.set(key, true)
      return before
    },
    /** Grows with every drop. */
    turn: () => turn,
    /** Whether what was read at that turn still holds. */
    holds: (since: number, tags: readonly string[]) =>
      wholeTurn <= since && tags.every((tag) => (drops.get(tag) ?? 0) <= since),
    keep(key: string, page: KeptPage) {
      pages.set(key, page)
      for (const tag of page.tags) {
        const keys = keysOf.get(tag) ?? new Set()
        keysOf.set(tag, keys.add(key))
      }
    },
    /** Lets go of every page on which one of these stands. */
    drop(tags: readonly string[]) {
      if (tags.includes(everything) || drops.size > mostDrops) return dropAll()
      turn++
      for (const tag of [...tags, lists]) {
        drops.set(tag, turn)
        for (const key of keysOf.get(tag) ?? []) pages.delete(key)
      }
    },
  }
}

function forget(keysOf: Map<string, Set<string>>, tags: readonly string[], key: string) {
  for (const tag of tags) {
    const keys = keysOf.get(tag)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(tag)
  }
}
