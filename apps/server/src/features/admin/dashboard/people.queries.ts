import type { AnsweringFigures, Cohort } from '@stoa/contract/features/dashboard'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isAnswerOpenTo, isListed } from '../../content/shared/posts.visibility.ts'

/** Bounds as timestamps. */
export function toTimes(bounds: readonly number[]) {
  const times = sql.param(bounds.map((at) => new Date(at * 1000).toISOString()))
  return sql`${times}::timestamptz[]`
}

export function isWithin(column: ReturnType<typeof sql>, bounds: readonly number[]) {
  const [first, last] = [bounds[0] ?? 0, bounds.at(-1) ?? 0]
  return sql`${column} >= to_timestamp(${first}) and ${column} < to_timestamp(${last})`
}

/**
 * Collects who posted since a time, and when these users posted first, in a table of this transaction. Reads all posts once:
 * reading them, or looking up each user, for each period takes many times as long on a site with ten million posts.
 */
export async function collectPosts(tx: Tx, from: number) {
  await tx.execute(sql`
    create temporary table recent_posts (user_id bigint, posted_at timestamptz, since timestamptz) on commit drop`)
  await tx.execute(sql`
    with posts as materialized (
      select ${questions.userId} as user_id, ${questions.createdAt} as posted_at from ${questions} where ${isListed()}
      union all
      select ${answers.userId}, ${answers.createdAt} from ${answers}
      join ${questions} on ${questions.id} = ${answers.questionId}
      where ${isAnswerOpenTo(null)} and ${isListed()}),
    users_since as (select user_id, min(posted_at) as since from posts group by user_id)
    insert into recent_posts
    select user_id, posted_at, since from posts join users_since using (user_id)
    where posted_at >= to_timestamp(${from})`)
  await tx.execute(sql`analyze recent_posts`)
}

function postsWithin(bounds: readonly number[]) {
  return sql`select user_id, posted_at, since from recent_posts where ${isWithin(sql`posted_at`, bounds)}`
}

type People = Pick<AnsweringFigures, 'new_people' | 'returning_people'> & { part: number | null }

/** Who asked or answered, and whether that was the first time. */
export async function listPeople(db: ReadDb, bounds: readonly number[]) {
  const part = sql`width_bucket(posted_at, ${toTimes(bounds)})`
  const { rows } = await db.execute<People>(sql`
    with posted as (select *, ${part} as part from (${postsWithin(bounds)}) posts),
    seen as (
      select user_id, part, min(posted_at) as posted_at, min(since) as since
      from posted group by grouping sets ((user_id, part), (user_id)))
    select part, (count(*) filter (where posted_at <= since))::int as new_people,
      (count(*) filter (where posted_at > since))::int as returning_people
    from seen group by part`)
  return rows
}

/** For each interval between the bounds, who posted first in it, and how many of them posted in each later one. */
export async function listCohorts(db: ReadDb, bounds: readonly number[]): Promise<Cohort[]> {
  const bucketOf = (column: string) => sql`width_bucket(${sql.raw(column)}, ${toTimes(bounds)})`
  const { rows } = await db.execute<{ start: number; later: number; people: number }>(sql`
    with posted as (
      select distinct user_id, since, ${bucketOf('posted_at')} as part from (${postsWithin(bounds)}) posts)
    select ${bucketOf('since')} as start, part - ${bucketOf('since')} as later, count(*)::int as people
    from posted where since >= to_timestamp(${bounds[0] ?? 0}) group by 1, 2`)
  const counts = new Map(rows.map(({ start, later, people }) => [`${start}+${later}`, people]))
  return bounds.slice(0, -1).map((from, index) => {
    const count = (later: number) => counts.get(`${index + 1}+${later}`) ?? 0
    const later = bounds.length - 2 - index
    return {
      from,
      people: count(0),
      returned: Array.from({ length: later }, (_, n) => count(n + 1)),
    }
  })
}
