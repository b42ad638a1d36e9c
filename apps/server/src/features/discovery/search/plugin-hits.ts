import type { SearchMatches, SearchRequest } from '@stoa/plugin-kit/search'
import type { SearchQuery } from '@stoa/contract/search-query'
import { and, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { maxSearchMatches } from '../../../kernel/plugins.ts'
import type { Caller } from '../../../kernel/route.ts'
import { searchDocuments } from '../../../schema/search.ts'
import { candidateColumns, maxCandidates } from './search.candidates.ts'
import { hasNoFilter, resolveFilters, type SearchFilters, toConditions } from './search.filters.ts'
import { type HitPage, hitsQuery, readHits } from './search.hits.ts'
import {
  applyCorrections,
  emptyResult,
  fewResults,
  findCorrections,
  isOnePhrase,
  postgresSearch,
  toResult,
} from './search.postgres.ts'
import type { SearchOptions, SearchResult } from './search.provider.ts'
import { callUnlessPaused, findSearchPlugin, isPaused, readIndexes } from './plugin-search.ts'
import { loadStems } from './search.stems.ts'
import { tagCondition } from './search.tags.ts'
import { toTsQueries, wordsOfTerms } from './search.tsquery.ts'

/** Searches with the plugin if there is one, and otherwise, or if it does not respond, with PostgreSQL. */
export async function searchPosts(
  ctx: Context,
  query: SearchQuery,
  options: SearchOptions & { caller: Pick<Caller, 'locale' | 'ip'> },
): Promise<SearchResult & { isDegraded: boolean }> {
  const plugin = findSearchPlugin(ctx.plugins)
  const found = plugin === null ? null : await searchWithPlugin(ctx, plugin.slug, query, options)
  if (found !== null) return { ...found, isDegraded: false }
  return { ...(await postgresSearch(ctx).search(query, options)), isDegraded: plugin !== null }
}

type Options = Parameters<typeof searchPosts>[2]

/** Null if the plugin does not respond, or its first index is not complete. */
async function searchWithPlugin(
  ctx: Context,
  slug: string,
  query: SearchQuery,
  options: Options,
): Promise<SearchResult | null> {
  if (isPaused(ctx.searchPauses.find) || !(await isComplete(ctx, slug))) return null
  const filters = await resolveFilters(ctx.db, query, options.actor, ctx.clock.now())
  if (filters === null) return emptyResult
  if (query.terms.length === 0 && hasNoFilter(toConditions(filters, query))) return emptyResult
  const find = createFind(ctx, slug, { query, filters, options })
  const exact = await find('all', null)
  if (exact === null) return null
  if (exact.count >= fewResults || !canLoosen(query)) return toResult(exact, null, exact.count)
  const correction = applyCorrections(query, await findCorrections(ctx.db, query))
  const loose = await find('any', correction)
  if (loose === null) return null
  return toResult(loose, loose.hasCorrection ? correction : null, exact.count)
}

async function isComplete(ctx: Context, slug: string) {
  const indexes = await readIndexes(ctx.db)
  return indexes?.slug === slug && indexes.generation !== null
}

type Search = { query: SearchQuery; filters: SearchFilters; options: Options }

function createFind(ctx: Context, slug: string, { query, filters, options }: Search) {
  const { locale, ip } = options.caller
  return async (match: SearchRequest['match'], correction: SearchQuery | null) => {
    const request = toRequest(query, filters, { match, order: options.order })
    const matches = await callUnlessPaused(ctx, ctx.searchPauses.find, () =>
      ctx.plugins.call(slug, 'findPosts', request, { locale, ip, viewer: null, token: null }),
    )
    return matches && (await readPage(ctx, matches, { query, filters, options, correction }))
  }
}

function canLoosen(query: SearchQuery) {
  return query.terms.some(({ isExcluded }) => !isExcluded) && !isOnePhrase(query)
}

type Kind = { match: SearchRequest['match']; order: SearchOptions['order'] }

/** Scores and counts are not in the index, because they change too often: more matches are needed to filter by them. */
function toRequest(
  query: SearchQuery,
  filters: SearchFilters,
  { match, order }: Kind,
): SearchRequest {
  const { type, userId, questionId, since, until, tags } = filters
  const { postWhere } = toConditions(filters, query)
  const hasWords = query.terms.some(({ isExcluded }) => !isExcluded)
  return {
    terms: query.terms,
    match,
    type,
    userId,
    questionId,
    tagIds: tags.required.map(({ id }) => id),
    excludedTagIds: [...tags.excluded],
    createdSince: since?.getTime() ?? null,
    createdBefore: until?.getTime() ?? null,
    order: order === 'relevance' && hasWords ? 'relevance' : 'newest',
    limit: postWhere === undefined ? maxCandidates : maxSearchMatches,
  }
}

type PageRequest = Search & { correction: SearchQuery | null }

/** The same statement as that of the built-in search. All filters apply to posts as they are now, so a stale index does no harm. */
async function readPage(
  ctx: Context,
  { matches, hasMore }: SearchMatches,
  { query, filters, options, correction }: PageRequest,
): Promise<HitPage> {
  const conditions = toConditions(filters, query)
  const ids = matches.map(({ id }) => id)
  const ranks = matches.map(({ score }) => score).join(',')
  const candidates = sql`select ${candidateColumns}, found.rank from ${searchDocuments}
    join unnest(${idArray(ids)}, string_to_array(${ranks}, ',')::float8[]) as found (id, rank)
      on found.id = ${searchDocuments.objectId}
    where ${and(conditions.where, conditions.postWhere, tagCondition(filters.tags)) ?? sql`true`}`
  const request = {
    match: null,
    parts: [],
    filters: conditions,
    order: options.order,
    offset: (options.page - 1) * options.size,
    limit: options.size,
    correction: await toCorrectionMatch(ctx, correction),
    isRanked: query.terms.some(({ isExcluded }) => !isExcluded),
  }
  const row = await readHits(ctx.db, hitsQuery(request, candidates))
  return { ...row, isCapped: hasMore }
}

async function toCorrectionMatch(ctx: Context, correction: SearchQuery | null) {
  if (correction === null) return undefined
  const stems = await loadStems(ctx.db, wordsOfTerms(correction.terms))
  return toTsQueries(correction.terms, stems).all ?? undefined
}
