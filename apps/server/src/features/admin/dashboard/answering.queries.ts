import type { AnsweringFigures } from '@stoa/contract/features/dashboard'
import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { activities } from '../../../schema/activity.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isAnswerOpenTo, isListed } from '../../content/shared/posts.visibility.ts'
import { isWithin, listPeople, toTimes } from './people.queries.ts'

type Row = Omit<AnsweringFigures, 'new_people' | 'returning_people'> & { part: number | null }

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

const secondsBetween = (from: string, to: string) =>
  sql.raw(`extract(epoch from ${to} - ${from})::bigint`)

/** The part is null for all of them together. */
async function listAnswering(db: ReadDb, bounds: number[], now: Date) {
  const percentile = (share: number, to: string) =>
    sql`(percentile_disc(${share}) within group (order by ${secondsBetween('asked_at', to)}))::int`
  const { rows } = await db.execute<Row>(sql`
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
