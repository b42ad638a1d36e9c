import type { SearchQuery } from '@stoa/contract/search-query'
import type { SearchOrder } from '@stoa/contract/features/search'
import type { Actor } from '../../../kernel/rules.ts'

export type SearchHit = { id: string; type: 'question' | 'answer' }

export type SearchOptions = { order: SearchOrder; page: number; size: number; actor: Actor | null }

export type SearchResult = {
  /** When `isCapped`, there are more matches than this. */
  count: number
  isCapped: boolean
  hits: SearchHit[]
  /** The query with corrected spelling, if there were few results. */
  didYouMean: SearchQuery | null
  /** Whether nothing matches the query as written. */
  isCorrected: boolean
}

/** Returns ids only: content and visibility are read from the posts, so a stale index leaks nothing. */
export type SearchProvider = {
  search(query: SearchQuery, options: SearchOptions): Promise<SearchResult>
  /** Questions with words that start like this in the title, best first. */
  suggest(text: string, size: number): Promise<string[]>
  /** Questions with a similar title, best first. */
  similar(title: string, size: number): Promise<string[]>
  /** Indexes the current state of posts. Removes those that are not public. */
  index(ids: readonly string[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}
