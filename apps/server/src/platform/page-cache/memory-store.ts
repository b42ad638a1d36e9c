import { allPagesKey, listPagesKey } from '../../kernel/invalidation.ts'
import { LRUCache } from 'lru-cache'
import { createRecentEntries } from '../cache/recent-entries.ts'
import type { CachedPage } from './cached-page.ts'

const maxBytes = 64 * 1024 * 1024
const maxRequestedKeys = 50_000
/** Beyond this, all pages are invalidated, including those being rendered. */
const maxInvalidations = 50_000

export type MemoryStore = ReturnType<typeof createMemoryStore>

/** Rendered pages for visitors in process memory, indexed by invalidation key. */
export function createMemoryStore() {
  const variantsByKey = new Map<string, Set<string>>()
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (page) => removeFromIndex(variantsByKey, page),
  })
  const requested = createRecentEntries<true>(maxRequestedKeys)
  const invalidatedAt = new Map<string, number>()
  let version = 0
  let allInvalidatedAt = 0

  function invalidateAll() {
    allInvalidatedAt = ++version
    invalidatedAt.clear()
    pages.clear()
  }

  return {
    find: (variantKey: string) => pages.get(variantKey),
    /** Returns whether the page was requested before. */
    recordRequest(variantKey: string) {
      const wasRequested = requested.has(variantKey)
      requested.set(variantKey, true)
      return wasRequested
    },
    /** Grows with every invalidation. */
    version: () => version,
    /** Whether data read at that version has not been invalidated. */
    isValidSince: (since: number, keys: readonly string[]) =>
      allInvalidatedAt <= since && keys.every((key) => (invalidatedAt.get(key) ?? 0) <= since),
    save(page: CachedPage) {
      pages.set(page.variantKey, page)
      for (const key of page.keys) {
        const variants = variantsByKey.get(key) ?? new Set()
        variantsByKey.set(key, variants.add(page.variantKey))
      }
    },
    invalidate(keys: readonly string[]) {
      if (keys.includes(allPagesKey) || invalidatedAt.size > maxInvalidations)
        return invalidateAll()
      version++
      for (const key of [...keys, listPagesKey]) {
        invalidatedAt.set(key, version)
        for (const variantKey of variantsByKey.get(key) ?? []) pages.delete(variantKey)
      }
    },
  }
}

function removeFromIndex(variantsByKey: Map<string, Set<string>>, page: CachedPage) {
  for (const key of page.keys) {
    const variants = variantsByKey.get(key)
    variants?.delete(page.variantKey)
    if (variants?.size === 0) variantsByKey.delete(key)
  }
}
