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

/** The public questions and answers between the first and the last bound: `user_id` and `posted_at`. */
function postsWithin(bounds: readonly number[]) {
  return sql`
    select ${questions.userId} as user_id, ${questions.createdAt} as posted_at from ${questions}
    where ${isListed()} and ${questions.isPinned} in (true, false) and ${isWithin(sql`${questions.createdAt}`, bounds)}
    union all
    select ${answers.userId}, ${answers.createdAt} from ${answers}
    join ${questions} on ${questions.id} = ${answers.questionId}
    -- An answer makes its question active, and only active questions have an index by time.
    where ${isAnswerOpenTo(null)} and ${isListed()} and ${isWithin(sql`${answers.createdAt}`, bounds)}
      and ${questions.isPinned} in (true, false) and ${questions.activeAt} >= to_timestamp(${bounds[0] ?? 0})`
}

/**
 * When each user posted first, in a table of this transaction. Reads all posts once: looking up each user for each period
 * took many times as long on a site with ten million posts.
 */
export async function collectFirstPosts(tx: Tx) {
  await tx.execute(sql`
    create temporary table first_posts on commit drop as
    select user_id, min(posted_at) as since from (
      select ${questions.userId} as user_id, ${questions.createdAt} as posted_at from ${questions} where ${isListed()}
      union all
      select ${answers.userId}, ${answers.createdAt} from ${answers}
      join ${questions} on ${questions.id} = ${answers.questionId}
      where ${isAnswerOpenTo(null)} and ${isListed()}) posts
    group by user_id`)
  await tx.execute(sql`analyze first_posts`)
}

type People = Pick<AnsweringFigures, 'new_people' | 'returning_people'> & { part: number | null }

/** Who asked or answered, and whether that was the first time. */
export async function listPeople(db: ReadDb, bounds: readonly number[]) {
  const part = sql`width_bucket(posted_at, ${toTimes(bounds)})`
  const { rows } = await db.execute<People>(sql`
    with posted as (select user_id, posted_at, ${part} as part from (${postsWithin(bounds)}) posts),
    seen as (
      select user_id, part, min(posted_at) as posted_at
      from posted group by grouping sets ((user_id, part), (user_id)))
    select part, (count(*) filter (where posted_at <= since))::int as new_people,
      (count(*) filter (where posted_at > since))::int as returning_people
    from seen join first_posts using (user_id) group by part`)
  return rows
}

/** For each interval between the bounds, who posted first in it, and how many of them posted in each later one. */
export async function listCohorts(db: ReadDb, bounds: readonly number[]): Promise<Cohort[]> {
  const bucketOf = (column: string) => sql`width_bucket(${sql.raw(column)}, ${toTimes(bounds)})`
  const { rows } = await db.execute<{ start: number; later: number; people: number }>(sql`
    with posted as (
      select distinct user_id, ${bucketOf('posted_at')} as part from (${postsWithin(bounds)}) posts)
    select ${bucketOf('since')} as start, part - ${bucketOf('since')} as later, count(*)::int as people
    from first_posts join posted using (user_id)
    where since >= to_timestamp(${bounds[0] ?? 0}) group by 1, 2`)
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
