import type { SearchQuery } from '@stoa/contract/search-query'
import type { SearchOrder } from '@stoa/contract/features/search'
import type { Actor } from '../../kernel/rules.ts'

export type SearchHit = { id: string; type: 'question' | 'answer' }

export type SearchOptions = { order: SearchOrder; page: number; size: number; who: Actor | null }

export type SearchResult = {
  /** How many there are; when it is capped, there are more than that. */
  count: number
  isCapped: boolean
  hits: SearchHit[]
  /** What was probably meant, where little was found. */
  didYouMean: SearchQuery | null
}

/**
 * An engine that searches. It answers with ids only: what is shown is read from the posts, and with them whether it may
 * be shown, so an engine that lags behind tells nothing it should not.
 */
export type SearchProvider = {
  search(query: SearchQuery, options: SearchOptions): Promise<SearchResult>
  /** Questions whose titles go on like this, best first. */
  suggest(text: string, size: number): Promise<string[]>
  /** Questions whose title and tags resemble a title, best first. */
  similar(title: string, size: number): Promise<string[]>
  /** Writes down how these posts are now; those that nobody should find are taken out. */
  index(ids: readonly string[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}
