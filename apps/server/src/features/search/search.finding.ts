import type { SearchOrder } from '@stoa/contract/features/search'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { answers, questions } from '../posts/posts.table.ts'
import { isListed, isPostVisibleTo } from '../posts/posts.visibility.ts'
import { candidatesOf, fewerCandidates, mostCandidates } from './search.candidates.ts'
import type { Filters } from './search.filters.ts'
import type { SearchHit } from './search.provider.ts'
import { timelineOf } from './search.times.ts'

export type Wish = {
  /** What must match; null for everything. */
  match: string | null
  filters: Filters
  /** Where not all has to match: the parts, of which a rare one counts more. */
  parts: readonly string[]
  order: SearchOrder
  offset: number
  limit: number
  /** Only the titles and tags of questions are looked through, and fewer of them closer. */
  isTitle?: boolean
  /** Whether this one matches somewhere is told too. */
  asksFor?: string | undefined
}

type Row = { found: number; count: number; hits: SearchHit[]; hasAsked: boolean }

/** When it is capped, there are more than were counted. */
export type Found = Omit<Row, 'found'> & { isCapped: boolean }

export async function find(ctx: Context, wish: Wish): Promise<Found> {
  const timeline = await timelineOf(ctx)
  const { way, most } = candidatesOf({ ...wish, most: mostOf(wish) }, timeline)
  let { newest, next } = way
  for (;;) {
    const { found, ...row } = await read(ctx.db, findQuery(wish, newest))
    if (found > most || next === null)
      return { ...row, count: Math.min(row.count, most), isCapped: row.count > most }
    ;({ newest, next } = next(found))
  }
}

function mostOf({ parts, isTitle = false }: Wish) {
  if (isTitle) return mostTitles
  return parts.length > 0 ? fewerCandidates : mostCandidates
}

/** A handful of titles is shown while someone types, which should not take long. */
const mostTitles = 300

async function read(db: Db, query: SQL): Promise<Row> {
  const { rows } = await db.execute<Row>(query)
  return rows[0] ?? { found: 0, count: 0, hits: [], hasAsked: false }
}

/**
 * The newest documents that match, of those the ones that may be shown now, in their order, one page of them. Whether a
 * post may be shown is asked last, of the few that are left, but before anything is counted.
 */
export function findQuery(wish: Wish, newest: SQL): SQL {
  const { match, parts, order, offset, limit, asksFor } = wish
  const hasAsked =
    asksFor === undefined
      ? sql`false`
      : sql`exists (select 1 from shown where vector @@ ${asksFor}::tsquery)`
  return sql`
    with newest as materialized (${newest}), asked as materialized (
      select ${questions.id}, ${questions.status}, ${questions.isListed}, ${questions.score}, ${questions.activeAt}
      from ${questions} where ${questions.id} in (select question_id from newest)
    ), shown as materialized (
      select newest.*, coalesce(${answers.score}, ${questions.score}) as score,
        case when ${answers.id} is null then ${questions.activeAt} else ${answers.createdAt} end as active_at
        ${matchColumns(parts)}
      from newest
      join asked as ${questions} on ${questions.id} = newest.question_id
      left join ${answers} on ${answers.id} = case when newest.type = 'answer' then newest.object_id end
      where ${and(isListed(), isPostVisibleTo(null))}
    ), seldom as materialized (
      select count(*)::float as documents ${countColumns(parts)} from shown
    ), page as (
      select object_id, type, row_number() over (order by ${sorted(order, match, parts)}, created_at desc, object_id desc) as place
      from shown, seldom order by place limit ${limit} offset ${offset}
    )
    select (select count(*)::int from newest) as "found", (select count(*)::int from shown) as "count", ${hasAsked} as "hasAsked",
      coalesce((select json_agg(json_build_object('id', object_id::text, 'type', type) order by place) from page), '[]') as "hits"`
}

function matchColumns(parts: readonly string[]): SQL {
  return sql.join(
    parts.map((part, at) => sql`, (vector @@ ${part}::tsquery)::int as ${name(at)}`),
    sql``,
  )
}

function countColumns(parts: readonly string[]): SQL {
  return sql.join(
    parts.map(
      (_, at) => sql`, ln(1 + count(*)::float / greatest(sum(${name(at)}), 1)) as ${seldom(at)}`,
    ),
    sql``,
  )
}

const name = (at: number) => sql.raw(`part_${at}`)
const seldom = (at: number) => sql.raw(`seldom_${at}`)

function sorted(order: SearchOrder, match: string | null, parts: readonly string[]): SQL {
  if (order === 'score') return sql`score desc`
  if (order === 'active') return sql`active_at desc`
  if (order === 'newest' || match === null) return sql`created_at desc`
  const rank = sql`ts_rank('{0.1, 0.3, 0.7, 1}', vector, ${match}::tsquery, 1) * (1 + ln(1 + greatest(score, 0)) / 10)`
  if (parts.length === 0) return sql`${rank} desc`
  const weight = sql.join(
    parts.map((_, at) => sql`${name(at)} * ${seldom(at)}`),
    sql` + `,
  )
  return sql`${weight} + least(${rank}, 1) desc`
}
