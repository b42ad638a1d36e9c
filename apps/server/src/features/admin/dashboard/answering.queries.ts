import type { AnsweringFigures } from '@stoa/contract/features/dashboard'
import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { activities } from '../../../schema/activity.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isAnswerOpenTo, isListed } from '../../content/shared/posts.visibility.ts'

type Row = AnsweringFigures & { part: number | null }

/** The figures of the time between the first and the last bound, and of each part. */
export async function readAnswering(db: ReadDb, bounds: number[], now: Date) {
  const [answering, people] = [await listAnswering(db, bounds, now), await listPeople(db, bounds)]
  const toFigures = (part: number | null): AnsweringFigures => ({
    ...none,
    ...withoutPart(answering.find((row) => row.part === part)),
    ...withoutPart(people.find((row) => row.part === part)),
  })
  return {
    total: toFigures(null),
    parts: bounds.slice(0, -1).map((from, index) => ({ from, ...toFigures(index + 1) })),
  }
}

const none: AnsweringFigures = {
  questions: 0,
  questions_due: 0,
  answered_in_a_day: 0,
  first_answer_median: null,
  first_answer_p90: null,
  acceptance_median: null,
  acceptance_p90: null,
  new_people: 0,
  returning_people: 0,
}

function withoutPart<Figures extends { part: number | null }>(row: Figures | undefined) {
  const { part: _, ...figures } = row ?? { part: null }
  return figures
}

/** Bounds as timestamps. */
function toTimes(bounds: readonly number[]) {
  const times = sql.param(bounds.map((at) => new Date(at * 1000).toISOString()))
  return sql`${times}::timestamptz[]`
}

function isWithin(column: ReturnType<typeof sql>, bounds: readonly number[]) {
  const [first, last] = [bounds[0] ?? 0, bounds.at(-1) ?? 0]
  return sql`${column} >= to_timestamp(${first}) and ${column} < to_timestamp(${last})`
}

const secondsBetween = (from: string, to: string) =>
  sql.raw(`extract(epoch from ${to} - ${from})::bigint`)

/** The part is null for all of them together. */
async function listAnswering(db: ReadDb, bounds: number[], now: Date) {
  const percentile = (share: number, to: string) =>
    sql`(percentile_disc(${share}) within group (order by ${secondsBetween('asked_at', to)}))::int`
  const { rows } = await db.execute<Omit<Row, 'new_people' | 'returning_people'>>(sql`
    with asked as (
      select ${questions.createdAt} as asked_at, width_bucket(${questions.createdAt}, ${toTimes(bounds)}) as part,
        (select min(${answers.createdAt}) from ${answers}
          where ${answers.questionId} = ${questions.id} and ${isAnswerOpenTo(null)}) as answered_at,
        (select max(${activities.createdAt}) from ${activities}
          where ${activities.objectId} = ${questions.acceptedAnswerId} and ${activities.kind} = 'accept') as accepted_at
      from ${questions}
      -- Both values, so that the index on listed questions is used.
      where ${isListed()} and ${questions.isPinned} in (true, false) and ${isWithin(sql`${questions.createdAt}`, bounds)}),
    judged as (
      select *, asked_at <= ${now.toISOString()}::timestamptz - interval '1 day' as is_due from asked)
    select part, count(*)::int as questions,
      (count(*) filter (where is_due))::int as questions_due,
      (count(*) filter (where is_due and answered_at <= asked_at + interval '1 day'))::int as answered_in_a_day,
      ${percentile(0.5, 'answered_at')} as first_answer_median,
      ${percentile(0.9, 'answered_at')} as first_answer_p90,
      ${percentile(0.5, 'accepted_at')} as acceptance_median,
      ${percentile(0.9, 'accepted_at')} as acceptance_p90
    from judged group by grouping sets ((part), ())`)
  return rows
}

/** Who asked or answered, and whether that was the first time. */
async function listPeople(db: ReadDb, bounds: number[]) {
  const part = sql`width_bucket(posted_at, ${toTimes(bounds)})`
  const { rows } = await db.execute<Pick<Row, 'part' | 'new_people' | 'returning_people'>>(sql`
    with posts as (
      select ${questions.userId} as user_id, ${questions.createdAt} as posted_at from ${questions}
      where ${isListed()} and ${questions.isPinned} in (true, false) and ${isWithin(sql`${questions.createdAt}`, bounds)}
      union all
      select ${answers.userId}, ${answers.createdAt} from ${answers}
      join ${questions} on ${questions.id} = ${answers.questionId}
      -- An answer makes its question active, and only active questions have an index by time.
      where ${isAnswerOpenTo(null)} and ${isListed()} and ${isWithin(sql`${answers.createdAt}`, bounds)}
        and ${questions.isPinned} in (true, false) and ${questions.activeAt} >= to_timestamp(${bounds[0] ?? 0})),
    posted as (select user_id, posted_at, ${part} as part from posts),
    people as (
      select user_id, least(
        (select min(${questions.createdAt}) from ${questions} where ${questions.userId} = someone.user_id and ${isListed()}),
        (select min(${answers.createdAt}) from ${answers} join ${questions} on ${questions.id} = ${answers.questionId}
          where ${answers.userId} = someone.user_id and ${isAnswerOpenTo(null)} and ${isListed()})) as since
      from (select distinct user_id from posted) someone),
    seen as (
      select user_id, part, min(posted_at) as posted_at
      from posted group by grouping sets ((user_id, part), (user_id)))
    select part, (count(*) filter (where posted_at <= since))::int as new_people,
      (count(*) filter (where posted_at > since))::int as returning_people
    from seen join people using (user_id) group by part`)
  return rows
}
