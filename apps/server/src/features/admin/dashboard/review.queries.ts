import type { QueueFigures } from '@stoa/contract/features/dashboard'
import { type ReviewQueue, reviewQueues } from '@stoa/contract/features/review'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { StoredFigures } from '../../../schema/figures.ts'
import { flagCases } from '../../../schema/flags.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { users } from '../../../schema/users.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'

/** In Unix seconds: the period, and where the one before starts. */
type Span = { from: number; to: number; before: number }

const maxReviewers = 10

/**
 * The cases of each queue. A post whose author deleted it before a decision was not decided by anyone. The conditions of the
 * indexes on what was decided come first.
 */
const cases: Record<ReviewQueue, { decided: SQL; open: SQL; table: SQL }> = {
  queued_post: {
    table: sql`${heldPosts}`,
    decided: sql`decided_at is not null and outcome <> 'withdrawn'`,
    open: sql`decided_at is null`,
  },
  flagged_post: {
    table: sql`${flagCases}`,
    decided: sql`status <> 1 and question_id is not null`,
    open: sql`status = 1 and question_id is not null`,
  },
  flagged_user: {
    table: sql`${flagCases}`,
    decided: sql`status <> 1 and question_id is null`,
    open: sql`status = 1 and question_id is null`,
  },
  suggested_post_edit: {
    table: sql`${suggestions}`,
    decided: sql`status <> 1`,
    open: sql`status = 1`,
  },
}

const isBetween = (column: string, from: number, to: number) =>
  sql`${sql.raw(column)} >= to_timestamp(${from}) and ${sql.raw(column)} < to_timestamp(${to})`

const union = (part: (name: ReviewQueue) => SQL) =>
  sql.join(reviewQueues.map(part), sql` union all `)

/** How much there was to review, and how long it took. */
export async function readReviewFigures(db: ReadDb, span: Span) {
  return { review: await listQueueFigures(db, span), reviewers: await listReviewers(db, span) }
}

type QueueRow = Record<'opened' | 'opened_before' | 'decided' | 'decided_before', number> & {
  name: ReviewQueue
} & Record<'median' | 'p90' | 'median_before', number | null>

async function listQueueFigures(db: ReadDb, { from, to, before }: Span): Promise<QueueFigures[]> {
  const share = (part: number, start: number, end: number) =>
    sql`(percentile_disc(${part}) within group (order by extract(epoch from decided_at - created_at)::bigint)
      filter (where ${isBetween('decided_at', start, end)}))::int`
  const { rows } = await db.execute<QueueRow>(
    union((name) => {
      const { table, decided } = cases[name]
      return sql`
      select ${name} as name, opened.*, decided.* from (
        select (count(*) filter (where created_at >= to_timestamp(${from})))::int as opened,
          (count(*) filter (where created_at < to_timestamp(${from})))::int as opened_before
        from ${table} where ${isBetween('created_at', before, to)} and (${decided} or ${cases[name].open})) opened,
      (select (count(*) filter (where decided_at >= to_timestamp(${from})))::int as decided,
          (count(*) filter (where decided_at < to_timestamp(${from})))::int as decided_before,
          ${share(0.5, from, to)} as median, ${share(0.9, from, to)} as p90, ${share(0.5, before, from)} as median_before
        from ${table} where ${decided} and ${isBetween('decided_at', before, to)}) decided`
    }),
  )
  return rows.map(
    ({ opened, opened_before, decided, decided_before, name, median, p90, median_before }) => ({
      name,
      current: { opened, decided, median, p90 },
      previous: { opened: opened_before, decided: decided_before, median: median_before },
    }),
  )
}

/** Who decided most. */
async function listReviewers(db: ReadDb, { from, to }: Span) {
  const { rows } = await db.execute<{ user_id: string; decisions: number }>(sql`
    select decided_by::text as user_id, count(*)::int as decisions
    from (${union((name) => {
      const { table, decided } = cases[name]
      return sql`select decided_by from ${table} where ${decided} and ${isBetween('decided_at', from, to)}`
    })}) decisions
    group by decided_by order by decisions desc, decided_by limit ${maxReviewers}`)
  return rows
}

/** With their present names. */
export async function nameReviewers(db: ReadDb, reviewers: StoredFigures['reviewers']) {
  if (reviewers.length === 0) return []
  const ids = reviewers.map(({ user_id: id }) => id)
  const rows = await db.select(userCardColumns).from(users).where(inArray(users.id, ids))
  const names = new Map(rows.map((row) => [row.id, toUserBasic(row)]))
  return reviewers.flatMap(({ user_id: id, decisions }) => {
    const user = names.get(id)
    return user === undefined ? [] : [{ user, decisions }]
  })
}

/** More are not counted. */
const maxOpen = 1000

/** The open cases of each queue, read from the indexes of the queues. */
export async function listOpenCases(db: ReadDb) {
  const { rows } = await db.execute<{ name: ReviewQueue; count: number; oldest_at: number | null }>(
    union((name) => {
      const { table, open } = cases[name]
      return sql`select ${name} as name, count(*)::int as count, extract(epoch from min(created_at))::int as oldest_at
      from (select created_at from ${table} where ${open} order by id limit ${maxOpen}) waiting`
    }),
  )
  return rows
}
