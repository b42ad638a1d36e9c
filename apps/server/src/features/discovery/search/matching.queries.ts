import type { SearchQuery } from '@stoa/contract/search-query'
import type { Context } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { maxCandidates } from './search.candidates.ts'
import { resolveFilters, toConditions } from './search.filters.ts'
import { findHits } from './search.hits.ts'
import { loadStems } from './search.stems.ts'
import { toTsQueries, wordsOfTerms } from './search.tsquery.ts'

/**
 * Public posts that match a query with words exactly as written, newest first. Unlike a search for readers, it never returns
 * similar words or parts of the query: staff act on the result.
 */
export async function findExactMatches(ctx: Context, query: SearchQuery, actor: Actor) {
  const filters = await resolveFilters(ctx.db, query, actor, ctx.clock.now())
  const stems = await loadStems(ctx.db, wordsOfTerms(query.terms))
  const { all: match } = toTsQueries(query.terms, stems)
  if (filters === null || match === null) return { ids: [], isCapped: false }
  const { hits, isCapped } = await findHits(ctx, {
    match,
    parts: [],
    filters: toConditions(filters, query),
    order: 'newest',
    offset: 0,
    limit: maxCandidates,
  })
  return { ids: hits.map(({ id }) => id), isCapped }
}
