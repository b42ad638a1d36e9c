import type { SearchOrder } from '@stoa/contract/features/search'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isListed, isPostVisibleTo } from '../../content/shared/posts.visibility.ts'
import { planCandidates, reducedMaxCandidates, maxCandidates } from './search.candidates.ts'
import type { Filters } from './search.filters.ts'
import type { SearchHit } from './search.provider.ts'
import { loadTimeline } from './search.times.ts'

export type SearchRequest = {
  /** A tsquery; null matches everything. */
  match: string | null
  filters: Filters
  /** For partial matches: the parts, weighted by rarity. */
  parts: readonly string[]
  order: SearchOrder
  offset: number
  limit: number
  /** Searches titles and tags of questions only, with fewer candidates. */
  isTitleOnly?: boolean
  /** A tsquery; the result says whether any hit matches it. */
  correction?: string | undefined
  /** The candidates have a rank of their own. */
  isRanked?: boolean
}

type Row = { candidateCount: number; count: number; hits: SearchHit[]; hasCorrection: boolean }

/** When `isCapped`, there are more matches than `count`. */
export type HitPage = Omit<Row, 'candidateCount'> & { isCapped: boolean }

export async function findHits(ctx: Context, request: SearchRequest): Promise<HitPage> {
  const timeline = await loadTimeline(ctx)
  const { step, max } = planCandidates({ ...request, max: maxCandidatesFor(request) }, timeline)
  let { query, next } = step
  for (;;) {
    const { candidateCount, ...row } = await readHits(ctx.db, hitsQuery(request, query))
    if (candidateCount > max || next === null)
      return { ...row, count: Math.min(row.count, max), isCapped: row.count > max }
    ;({ query, next } = next(candidateCount))
  }
}

function maxCandidatesFor({ parts, isTitleOnly = false }: SearchRequest) {
  if (isTitleOnly) return maxTitleCandidates
  return parts.length > 0 ? reducedMaxCandidates : maxCandidates
}

/** Suggestions are requested while the user types, so they must be fast. */
const maxTitleCandidates = 300

export async function readHits(db: ReadDb, query: SQL): Promise<Row> {
  const { rows } = await db.execute<Row>(query)
  return rows[0] ?? { candidateCount: 0, count: 0, hits: [], hasCorrection: false }
}

/** Visibility is checked last, when few rows are left, but before counting. */
export function hitsQuery(request: SearchRequest, candidates: SQL): SQL {
  const { parts, offset, limit, correction } = request
  const hasCorrection =
    correction === undefined
      ? sql`false`
      : sql`exists (select 1 from shown where vector @@ ${correction}::tsquery)`
  return sql`
    with candidates as materialized (${candidates}), candidate_questions as materialized (
      select ${questions.id}, ${questions.status}, ${questions.isListed}, ${questions.score}, ${questions.activeAt}
      from ${questions} where ${questions.id} in (select question_id from candidates)
    ), shown as materialized (
      select candidates.*, coalesce(${answers.score}, ${questions.score}) as score,
        case when ${answers.id} is null then ${questions.activeAt} else ${answers.createdAt} end as active_at
        ${matchColumns(parts)}
      from candidates
      join candidate_questions as ${questions} on ${questions.id} = candidates.question_id
      left join ${answers} on ${answers.id} = case when candidates.type = 'answer' then candidates.object_id end
      where ${and(isListed(), isPostVisibleTo(null))}
    ), rarity as materialized (
      select count(*)::float as documents ${countColumns(parts)} from shown
    ), page as (
      select object_id, type, row_number() over (order by ${orderBy(request)}, created_at desc, object_id desc) as row_no
      from shown, rarity order by row_no limit ${limit} offset ${offset}
    )
    select (select count(*)::int from candidates) as "candidateCount", (select count(*)::int from shown) as "count", ${hasCorrection} as "hasCorrection",
      coalesce((select json_agg(json_build_object('id', object_id::text, 'type', type) order by row_no) from page), '[]') as "hits"`
}

function matchColumns(parts: readonly string[]): SQL {
  return sql.join(
    parts.map((part, index) => sql`, (vector @@ ${part}::tsquery)::int as ${partColumn(index)}`),
    sql``,
  )
}

function countColumns(parts: readonly string[]): SQL {
  return sql.join(
    parts.map(
      (_, index) =>
        sql`, ln(1 + count(*)::float / greatest(sum(${partColumn(index)}), 1)) as ${rarityColumn(index)}`,
    ),
    sql``,
  )
}

const partColumn = (index: number) => sql.raw(`part_${index}`)
const rarityColumn = (index: number) => sql.raw(`rarity_${index}`)

function orderBy({ order, match, parts, isRanked = false }: SearchRequest): SQL {
  if (order === 'score') return sql`score desc`
  if (order === 'active') return sql`active_at desc`
  const popularity = sql`(1 + ln(1 + greatest(score, 0)) / 10)`
  if (order === 'relevance' && isRanked) return sql`rank * ${popularity} desc`
  if (order === 'newest' || match === null) return sql`created_at desc`
  const rank = sql`ts_rank('{0.1, 0.3, 0.7, 1}', vector, ${match}::tsquery, 1) * ${popularity}`
  if (parts.length === 0) return sql`${rank} desc`
  const weight = sql.join(
    parts.map((_, index) => sql`${partColumn(index)} * ${rarityColumn(index)}`),
    sql` + `,
  )
  return sql`${weight} + least(${rank}, 1) desc`
}
