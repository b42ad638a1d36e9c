// What search plugins index and find.

/** A public question or answer as plain text. Nothing else is ever given to a search plugin. */
export type SearchDocument = {
  readonly id: string
  /** A document replaces one with a lower version, and never one with a higher: calls may arrive in any order. */
  readonly version: number
  readonly type: 'question' | 'answer'
  readonly questionId: string
  readonly userId: string
  /** Unix milliseconds. */
  readonly createdAt: number
  /** Empty for answers. */
  readonly title: string
  /** Slug and name of each tag; empty for answers. */
  readonly tags: readonly string[]
  /** Those of the question. */
  readonly tagIds: readonly string[]
  readonly text: string
}

/** At most some hundred kilobytes. */
export type SearchChanges = {
  /** The index that is searched, and the one that is being built. */
  readonly generations: readonly number[]
  readonly put: readonly SearchDocument[]
  /** No longer public. The version says the same as that of a document. */
  readonly remove: readonly { readonly id: string; readonly version: number }[]
}

export type SearchTerm = {
  readonly kind: 'word' | 'phrase'
  readonly text: string
  readonly isExcluded: boolean
  /** Matches every word that starts with it. */
  readonly isPrefix: boolean
}

/** Filters are null or empty when they do not apply. */
export type SearchRequest = {
  readonly terms: readonly SearchTerm[]
  /** `any`: there are few posts with all terms, so those with some or with similar words are welcome. */
  readonly match: 'all' | 'any'
  readonly type: 'question' | 'answer' | null
  readonly userId: string | null
  readonly questionId: string | null
  /** The question has all of them. */
  readonly tagIds: readonly string[]
  readonly excludedTagIds: readonly string[]
  /** Unix milliseconds; `createdBefore` itself is excluded. */
  readonly createdSince: number | null
  readonly createdBefore: number | null
  readonly order: 'relevance' | 'newest'
  readonly limit: number
}

/** The site sorts, filters and counts what it gets, from posts as they are now. */
export type SearchMatches = {
  /** The first ones in the order of the request. */
  matches: { id: string; score: number }[]
  /** Whether there are more than the limit. */
  hasMore: boolean
}
