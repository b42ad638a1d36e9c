import { questionStatuses } from '@stoa/contract/features/questions'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isListed } from '../shared/posts.visibility.ts'

/** Views and votes do not compute a score: recent questions are refreshed by the hour, and later ones hardly change. */
const recentDays = 90
const batchSize = 1_000

export async function refreshHotScore(ctx: Context, questionId: string) {
  await writeHotScores(ctx, ctx.clock.now(), eq(questions.id, questionId))
}

/** In batches, so that votes wait for short transactions only. */
export async function ageHotScores(ctx: Context) {
  const now = ctx.clock.now()
  for (;;) {
    const due = sql`${questions.id} in (${dueQuery(now)})`
    if ((await writeHotScores(ctx, now, due)) < batchSize) return
  }
}

/**
 * Scores are rounded up, so one that has aged to 1 stays 1: only higher ones are read, from the index. The older a
 * question, the slower its score falls and the less often it is computed: within 2 % of its age.
 */
export function dueQuery(now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  const ages = sql`${questions.hotScore} > 1`
  const isRecent = sql`${questions.createdAt} > ${at} - ${recentDays} * interval '1 day'`
  const isDue = sql`coalesce(${questions.hotScoredAt}, ${questions.createdAt}) <= ${at} - greatest(interval '50 minutes', (${at} - ${questions.createdAt}) / 50)`
  // The indexes of lists start with this column.
  const anyPin = sql`${questions.isPinned} in (true, false)`
  return sql`select ${questions.id} from ${questions}
    where ${and(isListed(), anyPin, sql`(${ages} or ${isRecent})`, isDue)} limit ${batchSize}`
}

/** Views, answers and votes divided by age. Returns the number of questions. */
async function writeHotScores(ctx: Context, now: Date, condition: SQL): Promise<number> {
  const hoursSince = (time: SQL) =>
    sql`floor(extract(epoch from ${now.toISOString()}::timestamptz - ${time}) / 3600)`
  const age = hoursSince(sql`${questions.createdAt}`)
  const idle = hoursSince(sql`coalesce(${questions.editedAt}, ${questions.createdAt})`)
  const answerVotes = sql`(select coalesce(sum(${answers.score}), 0) from ${answers}
    where ${answers.questionId} = ${questions.id} and ${answers.status} = ${questionStatuses.open})`
  const gain = sql`4 * ln(greatest(${questions.viewCount}, 1)) + ${questions.answerCount} * ${questions.score} / 5.0 + ${answerVotes}`
  const decay = sql`power(greatest(${age} + 1 - (${age} - ${idle}) / 2.0, 1), 1.5)`
  const hotScore = sql`greatest(0, least(2000000000, ceil((${gain}) / ${decay} * 10000)))::int`
  const rows = await transact(ctx, (tx) =>
    tx
      .update(questions)
      .set({ hotScore, hotScoredAt: now })
      .where(condition)
      .returning({ id: questions.id }),
  )
  return rows.length
}
