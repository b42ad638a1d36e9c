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

export const allTopics = '*'
/** What open pages and values in memory follow; see `Live` in services.ts. */
export type LiveTopic =
  | `q${string}`
  | `h${string}`
  | `a${string}`
  | `w${string}:${string}`
  | `n${string}`
  | `s${string}`
  | typeof allTopics
/** A question with its answers and comments. */
export const questionTopic = (id: string): LiveTopic => `q${id}`
/** A question that not everyone can read any more. */
export const hiddenTopic = (id: string): LiveTopic => `h${id}`
/** A question that was asked. */
export const askedTopic = (id: string): LiveTopic => `a${id}`
/** A user writes an answer to a question. */
export const writingTopic = (questionId: string, userId: string): LiveTopic =>
  `w${questionId}:${userId}`
/** Null for other topics. */
export function parseWritingTopic(topic: string) {
  const [, questionId, userId] = /^w(\d+):(\d+)$/.exec(topic) ?? []
  return questionId === undefined || userId === undefined ? null : { questionId, userId }
}
/** The counts of a user's notifications; `*` for all users. */
export const countsTopic = (userId: string): LiveTopic => `n${userId}`
/** The sessions, role and status of a user. */
export const accountTopic = (userId: string): LiveTopic => `s${userId}`
/** More users than this are not named one by one. */
export const maxCountsTopics = 100

/** Groups of cached values (`ctx.cache`) that are invalidated together. */
export type CacheTag = 'questions:count' | 'tags:count' | 'users' | 'ranking'

/** `stored` are the keys of stale pages on disk, if they differ: question pages only, so that new posts spare the others. */
type StalePages =
  | { pages?: readonly PageKey[]; stored?: readonly PageKey[] }
  | { pages: typeof allPages; stored: readonly PageKey[] | typeof allPages }

export type Invalidation = StalePages & {
  live?: readonly LiveTopic[]
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

/** For changes of a question, or of its answers, that lists and links show too. */
export const changedQuestion = (questionId: string) => ({
  pages: allPages,
  stored: [objectKey(questionId)],
  live: [questionTopic(questionId)],
})

export const cacheTopic = 'cache.purge'
