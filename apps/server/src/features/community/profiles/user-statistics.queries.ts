import type { UserStatistics } from '@stoa/contract/features/profiles'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { isAnswerListed, isListed } from '../../content/shared/posts.visibility.ts'
import { type SpecialTags, toTag } from '../../content/tags/tags.queries.ts'

type Options = { now: Date; timeZone: string; specialTags: SpecialTags }

const weekSeconds = 7 * 86_400
const shownWeeks = 53
const shownMonths = 12
const maxTags = 5

/** Rows that are read at most, however much a user has posted. */
const maxNewest = { questions: 1_000, answers: 2_000 }
const maxBest = { questions: 200, answers: 500 }
const maxEntries = 4_000

/** Counts only posts that everyone can see. */
export async function getUserStatistics(
  db: ReadDb,
  userId: string,
  options: Options,
): Promise<UserStatistics> {
  return {
    ...(await countActivity(db, userId, options)),
    months: await listMonths(db, userId, options),
    tags: await listTopTags(db, userId, options.specialTags),
  }
}

type Order = 'created_at' | 'score'

// The limits come before the visibility, so that many deleted posts do not make the scan longer.
function questionsOf(userId: string, order: Order, limit: number): SQL {
  return sql`(
    select id, created_at, score, status, is_listed, view_count, answer_count from ${questions}
    where user_id = ${userId} order by ${sql.identifier(order)} desc, id desc limit ${limit}
  ) as questions`
}

function answersOf(userId: string, order: Order, limit: number): SQL {
  return sql`(
    select id, question_id, created_at, score, status from ${answers}
    where user_id = ${userId} order by ${sql.identifier(order)} desc, id desc limit ${limit}
  ) as answers
    join ${questions} on ${questions.id} = ${answers.questionId}`
}

type ActivityRow = {
  this_week: number
  weeks: { week: number; asked: number; answered: number }[]
  views: number
  accepted_percent: number
  answered_percent: number
}

async function countActivity(db: ReadDb, userId: string, { now, timeZone }: Options) {
  const toWeek = (time: SQL) =>
    sql`extract(epoch from date_trunc('week', ${time} at time zone ${timeZone}))::bigint::int`
  const { rows } = await db.execute<ActivityRow>(sql`
    with asked as (
      select ${questions.id}, ${questions.createdAt}, ${questions.viewCount}, ${questions.answerCount} > 0 as is_answered
      from ${questionsOf(userId, 'created_at', maxNewest.questions)}
      where ${isListed()}
    ), answered as (
      select ${questions.id}, ${answers.createdAt}, ${questions.viewCount},
        coalesce(${questions.acceptedAnswerId} = ${answers.id}, false) as is_accepted
      from ${answersOf(userId, 'created_at', maxNewest.answers)}
      where ${isAnswerListed()}
    ), weeks as (
      select ${toWeek(sql`created_at`)} as week, sum(asked)::int as asked, sum(answered)::int as answered
      from (
        select created_at, 1 as asked, 0 as answered from asked
        union all
        select created_at, 0, 1 from answered
      ) as posts
      group by week order by week desc limit ${shownWeeks}
    )
    select ${toWeek(sql`${now.toISOString()}::timestamptz`)} as this_week,
      (select coalesce(json_agg(weeks), '[]') from weeks) as weeks,
      (select coalesce(sum(view_count), 0)::float8 from (
        select id, view_count from asked union select id, view_count from answered) as seen) as views,
      (select coalesce(round(100 * avg(is_accepted::int)), 0)::int from answered) as accepted_percent,
      (select coalesce(round(100 * avg(is_answered::int)), 0)::int from asked) as answered_percent`)
  const { this_week, weeks, views, accepted_percent, answered_percent } = requireRow(rows[0])
  const countsByWeek = new Map(weeks.map((counts) => [counts.week, counts]))
  return {
    weeks: Array.from({ length: shownWeeks }, (_, i) => {
      const week = this_week - (shownWeeks - 1 - i) * weekSeconds
      const counts = countsByWeek.get(week)
      return {
        week,
        question_count: counts?.asked ?? 0,
        answer_count: counts?.answered ?? 0,
      }
    }),
    view_count: views,
    accepted_percent,
    answered_percent,
  }
}

type MonthRow = { points: number; month: number | null; gained: number; entries: number }

/** Subtracts what was gained later from the current reputation. Leaves out months that are not read completely. */
async function listMonths(db: ReadDb, userId: string, { now, timeZone }: Options) {
  const { rows } = await db.execute<MonthRow>(sql`
    select ${users.points}, extract(epoch from month)::bigint::int as month, gained, entries
    from ${users}
    left join (
      select date_trunc('month', day::timestamp) as month, sum(points)::int as gained, count(*)::int as entries
      from (
        select day, points from ${reputationEntries}
        where user_id = ${userId} and points <> 0
          and day > (${now.toISOString()}::timestamptz at time zone ${timeZone})::date - 366
        order by day desc limit ${maxEntries}
      ) as newest
      group by month
    ) as months on true
    where ${users.id} = ${userId} order by month desc`)
  const gains = new Map(rows.map(({ month, gained }) => [month, gained]))
  const isCut = rows.reduce((sum, { entries }) => sum + entries, 0) >= maxEntries
  const oldest = rows.at(-1)?.month ?? 0
  const months: UserStatistics['months'] = []
  let points = rows[0]?.points ?? 0
  for (const month of lastMonths(now, timeZone)) {
    if (isCut && month <= oldest) break
    months.unshift({ month, rank: Math.max(1, 1 + points) })
    points -= gains.get(month) ?? 0
  }
  return months
}

/** First days of the last months in UTC, latest first. */
function lastMonths(now: Date, timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric' })
  const parts = Object.fromEntries(
    format.formatToParts(now).map(({ type, value }) => [type, value]),
  )
  const [year, month] = [Number(parts['year']), Number(parts['month'])]
  return Array.from({ length: shownMonths }, (_, i) => Date.UTC(year, month - 1 - i) / 1000)
}

type TagRow = { slug_name: string; display_name: string; score: number }

async function listTopTags(db: ReadDb, userId: string, specialTags: SpecialTags) {
  const { rows } = await db.execute<TagRow>(sql`
    select ${tags.slugName}, ${tags.displayName}, sum(best.score)::int as score
    from (
      select ${questions.id}, ${questions.score} from ${questionsOf(userId, 'score', maxBest.questions)}
      where ${isListed()}
      union all
      select ${questions.id}, ${answers.score} from ${answersOf(userId, 'score', maxBest.answers)}
      where ${isAnswerListed()}
    ) as best
    join ${questionTags} on ${questionTags.questionId} = best.id
    join ${tags} on ${tags.id} = ${questionTags.tagId}
    where not ${tags.isDeleted}
    group by ${tags.id} having sum(best.score) >= 0
    order by sum(best.score) desc, count(*) desc, ${tags.slugName} limit ${maxTags}`)
  return rows.map(({ slug_name: slugName, display_name: displayName, score }) => ({
    tag: toTag({ slugName, displayName }, specialTags),
    score,
  }))
}
