import { parseSearchQuery, type SearchQuery } from '@stoa/contract/search-query'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { indexPosts, removePosts } from './search.documents.ts'
import { hasNoFilter, resolveFilters, toConditions } from './search.filters.ts'
import { findHits, type HitPage } from './search.hits.ts'
import { toTsQueries, wordsOfTerms } from './search.tsquery.ts'
import type { SearchOptions, SearchProvider, SearchResult } from './search.provider.ts'
import { searchDocuments, searchWords } from '../../../schema/search.ts'
import { loadStems } from './search.stems.ts'
import { noTags } from './search.tags.ts'
import { findNearest, deletionVariants } from './search.typos.ts'
import { isCorrectable } from './search.tokenizer.ts'

/** With fewer results, partial matches and corrected words are searched too. */
export const fewResults = 3

/** The built-in search. Needs no PostgreSQL extension. */
export function postgresSearch(ctx: Context): SearchProvider {
  return {
    search: (query, options) => search(ctx, query, options),
    suggest: (text, size) => suggest(ctx, text, size),
    similar: (title, size) => similar(ctx, title, size),
    index: (ids) => indexPosts(ctx, ids),
    remove: (ids) => removePosts(ctx, ids),
  }
}

async function search(
  ctx: Context,
  query: SearchQuery,
  options: SearchOptions,
): Promise<SearchResult> {
  const { db } = ctx
  const resolved = await resolveFilters(db, query, options.actor, ctx.clock.now())
  if (resolved === null) return emptyResult
  const filters = toConditions(resolved, query)
  const stems = await loadStems(db, wordsOfTerms(query.terms))
  const { all, any } = toTsQueries(query.terms, stems)
  // A query of symbols only matches nothing, not everything.
  if (all === null && hasNoFilter(filters)) return emptyResult
  const page = {
    filters,
    order: options.order,
    offset: (options.page - 1) * options.size,
    limit: options.size,
  }
  const exactHits = await findHits(ctx, { ...page, match: all, parts: [] })
  if (exactHits.count >= fewResults || any.length === 0 || isOnePhrase(query))
    return toResult(exactHits, null, exactHits.count)
  const corrections = await findCorrections(db, query)
  const correctedQuery = applyCorrections(query, corrections)
  const loosened = toTsQueries(query.terms, stems, corrections)
  const looseHits = await findHits(ctx, {
    ...page,
    match: orQuery(loosened.any, loosened.none),
    parts: loosened.any,
    correction:
      correctedQuery === null
        ? undefined
        : (toTsQueries(correctedQuery.terms, stems).all ?? undefined),
  })
  return toResult(looseHits, looseHits.hasCorrection ? correctedQuery : null, exactHits.count)
}

export const emptyResult: SearchResult = {
  count: 0,
  isCapped: false,
  hits: [],
  didYouMean: null,
  isCorrected: false,
}

export function toResult(
  { count, isCapped, hits }: HitPage,
  didYouMean: SearchQuery | null,
  exactCount: number,
): SearchResult {
  const isCorrected = didYouMean !== null && exactCount === 0
  return { count, isCapped, hits, didYouMean, isCorrected }
}

function orQuery(parts: readonly string[], none: string | null) {
  const any = parts.map((part) => `(${part})`).join(' | ')
  return none === null ? any : `(${any}) & !(${none})`
}

export function isOnePhrase({ terms }: SearchQuery): boolean {
  const included = terms.filter(({ isExcluded }) => !isExcluded)
  return included.length === 1 && included[0]?.kind === 'phrase'
}

/** Maps words that occur in no title to the nearest word that does. */
export async function findCorrections(
  db: ReadDb,
  query: SearchQuery,
): Promise<Map<string, string>> {
  const included = query.terms.filter(({ isExcluded, kind }) => !isExcluded && kind === 'word')
  const words = [...new Set(wordsOfTerms(included).filter(isCorrectable))]
  if (words.length === 0) return new Map()
  const variants = JSON.stringify([...new Set(words.flatMap(deletionVariants))])
  // Lateral: for many variants at once the planner overestimates and scans all words.
  const { rows: known } = await db.execute<{ word: string; titles: number }>(sql`
    select distinct known.word, known.titles from json_array_elements_text(${variants}::json) as variant
    cross join lateral (
      select ${searchWords.word}, ${searchWords.titles} from ${searchWords}
      where ${searchWords.shorter} @> array[variant] offset 0
    ) as known order by known.titles desc limit 500`)
  return new Map(
    words.flatMap((word) => {
      const nearestWord = findNearest(word, known)
      return nearestWord === null ? [] : [[word, nearestWord] as const]
    }),
  )
}

/** Returns null when there is nothing to correct. */
export function applyCorrections(query: SearchQuery, corrections: ReadonlyMap<string, string>) {
  let isChanged = false
  const terms = query.terms.map((term) => {
    if (term.isExcluded || term.kind === 'phrase') return term
    const words = wordsOfTerms([term])
    const correction = words.length === 1 ? corrections.get(words[0] ?? '') : undefined
    if (correction === undefined) return term
    isChanged = true
    return { ...term, text: correction }
  })
  return isChanged ? { ...query, terms } : null
}

async function suggest(ctx: Context, text: string, size: number): Promise<string[]> {
  const { terms } = parseSearchQuery(text, { isTyping: true })
  const last = terms.length - 1
  // The last word is still being typed, so it matches as a prefix.
  const prefixTerms = terms.map((term, index) => ({
    ...term,
    isPrefix: term.isPrefix || index === last,
  }))
  const stems = await loadStems(ctx.db, wordsOfTerms(prefixTerms))
  const { all } = toTsQueries(prefixTerms, stems)
  return all === null ? [] : await findTitles(ctx, { match: restrictToTitle(all), parts: [], size })
}

async function similar(ctx: Context, title: string, size: number): Promise<string[]> {
  const { terms } = parseSearchQuery(title.replaceAll(/["[\]:*]|(?<=^|\s)-/gu, ' '))
  const stems = await loadStems(ctx.db, wordsOfTerms(terms))
  const parts = toTsQueries(terms, stems).any.map((part) => restrictToTitle(part))
  if (parts.length === 0) return []
  const minParts = Math.ceil(parts.length / 3)
  return await findTitles(ctx, { match: orQuery(parts, null), parts, size, minParts })
}

type TitleRequest = { match: string; parts: readonly string[]; size: number; minParts?: number }

async function findTitles(ctx: Context, { match, parts, size, minParts = 0 }: TitleRequest) {
  const matched = sql.join(
    parts.map((part) => sql`(${searchDocuments.vector} @@ ${part}::tsquery)::int`),
    sql` + `,
  )
  const { hits } = await findHits(ctx, {
    match,
    parts,
    filters: {
      where: undefined,
      postWhere: minParts > 1 ? sql`${matched} >= ${minParts}` : undefined,
      tags: noTags,
      isNarrow: false,
    },
    order: 'relevance',
    offset: 0,
    limit: size,
    isTitleOnly: true,
  })
  return hits.map(({ id }) => id)
}

/** Adds the weights of titles (A) and tags (B) to each lexeme. */
function restrictToTitle(match: string) {
  return match.replaceAll(/('(?:[^'\\]|''|\\\\)*')(:\*)?/g, (_, lexeme: string, star?: string) =>
    star === undefined ? `${lexeme}:AB` : `${lexeme}:*AB`,
  )
}
