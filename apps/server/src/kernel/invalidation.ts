// What the change behind an event makes stale. Every event declares it in events.ts.

/** Keys of what pages show. */
export type PageKey = `o${string}` | `u${string}` | `t${string}`
export const objectKey = (id: string): PageKey => `o${id}`
export const userKey = (id: string): PageKey => `u${id}`
/** Question pages show the slugs of tags, not their ids. */
export const tagKey = (slug: string): PageKey => `t${encodeURIComponent(slug)}`
export const allPagesKey = '*'
export const allPages = [allPagesKey] as const
/** The key of all pages with lists. Every change invalidates them. */
export const listPagesKey = 'lists'

/** Groups of cached values (`ctx.cache`) that are invalidated together. */
export type CacheTag = 'questions:count' | 'tags:count' | 'users' | 'ranking'

/** `stored` are the keys of stale pages on disk, if they differ: question pages only, so that new posts spare the others. */
type StalePages =
  | { pages?: readonly PageKey[]; stored?: readonly PageKey[] }
  | { pages: typeof allPages; stored: readonly PageKey[] | typeof allPages }

export type Invalidation = StalePages & {
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
