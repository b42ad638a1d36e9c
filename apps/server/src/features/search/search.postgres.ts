import { parseSearchQuery, type SearchQuery } from '@stoa/contract/search-query'
import { sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { indexPosts, removePosts } from './search.documents.ts'
import { type Filters, filtersOf } from './search.filters.ts'
import { find, type Found } from './search.finding.ts'
import { matchingOf, wordsOfTerms } from './search.matching.ts'
import type { SearchOptions, SearchProvider, SearchResult } from './search.provider.ts'
import { searchDocuments, searchWords } from './search.table.ts'
import { stemsOf } from './search.stems.ts'
import { noTags } from './search.tags.ts'
import { nearest, shorterOf } from './search.typos.ts'
import { isSpelled } from './search.words.ts'

/** Fewer than that is little: then any of the words will do, and words near to them. */
const few = 3

/** The search that is built in: PostgreSQL without any extension. */
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
  const filters = await filtersOf(db, query, options.who)
  if (filters === null) return nothing
  const stems = await stemsOf(db, wordsOfTerms(query.terms))
  const { all, any } = matchingOf(query.terms, stems)
  // Nothing but signs: that asks for nothing, not for everything.
  if (all === null && isNothing(filters)) return nothing
  const page = {
    filters,
    order: options.order,
    offset: (options.page - 1) * options.size,
    limit: options.size,
  }
  const found = await find(ctx, { ...page, match: all, parts: [] })
  const wanted = query.terms.filter(({ isNot }) => !isNot)
  const isOnePhrase = wanted.length === 1 && wanted[0]?.kind === 'phrase'
  // Of one phrase there are no parts.
  if (found.count >= few || any.length === 0 || isOnePhrase) return toResult(found, null)
  const corrections = await correctionsOf(db, query)
  const meant = corrected(query, corrections)
  const loosened = matchingOf(query.terms, stems, corrections)
  const more = await find(ctx, {
    ...page,
    match: anyOf(loosened.any, loosened.none),
    parts: loosened.any,
    asksFor: meant === null ? undefined : (matchingOf(meant.terms, stems).all ?? undefined),
  })
  return toResult(more, more.hasAsked ? meant : null)
}

function isNothing({ where, live, tags }: Filters) {
  return (
    where === undefined && live === undefined && tags.has.length === 0 && tags.lacks.length === 0
  )
}

const nothing: SearchResult = { count: 0, isCapped: false, hits: [], didYouMean: null }

function toResult(found: Found, didYouMean: SearchQuery | null): SearchResult {
  const { count, isCapped, hits } = found
  return { count, isCapped, hits, didYouMean }
}

function anyOf(parts: readonly string[], none: string | null) {
  const any = parts.map((part) => `(${part})`).join(' | ')
  return none === null ? any : `(${any}) & !(${none})`
}

/** Words of the search that no title has, with the nearest one that some title has. */
async function correctionsOf(db: Db, query: SearchQuery): Promise<Map<string, string>> {
  const wanted = query.terms.filter(({ isNot, kind }) => !isNot && kind === 'word')
  const words = [...new Set(wordsOfTerms(wanted).filter(isSpelled))]
  if (words.length === 0) return new Map()
  const pieces = JSON.stringify([...new Set(words.flatMap(shorterOf))])
  // Piece by piece: of many at once the planner expects so much that it reads all words.
  const { rows: known } = await db.execute<{ word: string; titles: number }>(sql`
    select distinct near.word, near.titles from json_array_elements_text(${pieces}::json) as piece
    cross join lateral (
      select ${searchWords.word}, ${searchWords.titles} from ${searchWords}
      where ${searchWords.shorter} @> array[piece] offset 0
    ) as near order by near.titles desc limit 500`)
  return new Map(
    words.flatMap((word) => {
      const near = nearest(word, known)
      return near === null ? [] : [[word, near] as const]
    }),
  )
}

/** The same search with the words that were probably meant; null when nothing is better known. */
function corrected(query: SearchQuery, corrections: ReadonlyMap<string, string>) {
  let isChanged = false
  const terms = query.terms.map((term) => {
    if (term.isNot || term.kind === 'phrase') return term
    const words = wordsOfTerms([term])
    const better = words.length === 1 ? corrections.get(words[0] ?? '') : undefined
    if (better === undefined) return term
    isChanged = true
    return { ...term, text: better }
  })
  return isChanged ? { ...query, terms } : null
}

async function suggest(ctx: Context, text: string, size: number): Promise<string[]> {
  const { terms } = parseSearchQuery(text, { isTyping: true })
  const last = terms.length - 1
  // Titles only, and every word of them as it is being typed: what is short is still a beginning.
  const wanted = terms.map((term, at) => ({ ...term, isPrefix: term.isPrefix || at === last }))
  const stems = await stemsOf(ctx.db, wordsOfTerms(wanted))
  const { all } = matchingOf(wanted, stems)
  return all === null ? [] : await titlesLike(ctx, { match: inTitle(all), parts: [], size })
}

async function similar(ctx: Context, title: string, size: number): Promise<string[]> {
  const { terms } = parseSearchQuery(title.replaceAll(/["[\]:*]|(?<=^|\s)-/gu, ' '))
  const stems = await stemsOf(ctx.db, wordsOfTerms(terms))
  const parts = matchingOf(terms, stems).any.map((part) => inTitle(part))
  if (parts.length === 0) return []
  const least = Math.ceil(parts.length / 3)
  return await titlesLike(ctx, { match: anyOf(parts, null), parts, size, least })
}

type TitleWish = { match: string; parts: readonly string[]; size: number; least?: number }

async function titlesLike(ctx: Context, { match, parts, size, least = 0 }: TitleWish) {
  const matched = sql.join(
    parts.map((part) => sql`(${searchDocuments.vector} @@ ${part}::tsquery)::int`),
    sql` + `,
  )
  const { hits } = await find(ctx, {
    match,
    parts,
    filters: {
      where: undefined,
      live: least > 1 ? sql`${matched} >= ${least}` : undefined,
      tags: noTags,
      isNarrow: false,
    },
    order: 'relevance',
    offset: 0,
    limit: size,
    isTitle: true,
  })
  return hits.map(({ id }) => id)
}

/** The same, but only in titles and tags. */
function inTitle(match: string) {
  return match.replaceAll(/('(?:[^'\\]|''|\\\\)*')(:\*)?/g, (_, lexeme: string, star?: string) =>
    star === undefined ? `${lexeme}:AB` : `${lexeme}:*AB`,
  )
}
