// What the change behind an event makes stale. Every event declares it in events.ts.

/** Keys of what cached pages show. */
export const objectKey = (id: string) => `o${id}`
export const userKey = (id: string) => `u${id}`
export const allPagesKey = '*'
/** The key of all pages with lists. Every change invalidates them. */
export const listPagesKey = 'lists'

/** Groups of cached values (`ctx.cache`) that are invalidated together. */
export type CacheTag = 'questions:count' | 'tags:count' | 'users' | 'ranking'

export type Invalidation = {
  pages?: readonly string[]
  /** For content that must disappear: all processes drop their pages before `transact` returns, not a moment later. */
  isUrgent?: boolean
  values?: readonly CacheTag[]
}

export type EventDeclaration<Payload> = { invalidates: (payload: Payload) => Invalidation }

export function event<Payload extends object>(
  invalidates: (payload: Payload) => Invalidation,
): EventDeclaration<Payload> {
  return { invalidates }
}

export const cacheTopic = 'cache.purge'
