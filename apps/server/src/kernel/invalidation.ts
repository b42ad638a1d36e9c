// What the change behind an event makes stale. Every event declares it in events.ts.

/** Keys of what cached pages show. */
export const objectKey = (id: string) => `o${id}`
export const userKey = (id: string) => `u${id}`
/** Invalidates every page. */
export const allPagesKey = '*'
/** Of pages that show more than one question with its answers: invalidated by every change. */
export const listPagesKey = 'lists'

/** Groups of cached values (`ctx.cache`) that are invalidated together. */
export type CacheTag = 'questions:count' | 'tags:count' | 'users' | 'ranking'

export type Invalidation = {
  /** Keys of cached pages. */
  pages?: readonly string[]
  /** For content that must disappear: all processes drop their pages before `transact` returns, not a moment later. */
  isUrgent?: boolean
  values?: readonly CacheTag[]
}

export type EventDeclaration<Payload> = { invalidates: (payload: Payload) => Invalidation }

/** Declares an event, its payload and what it invalidates. */
export function event<Payload extends object>(
  invalidates: (payload: Payload) => Invalidation,
): EventDeclaration<Payload> {
  return { invalidates }
}

/** Messages of this topic name the tags of cached values to invalidate. */
export const cacheTopic = 'cache.purge'
