import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { after, every } from '../../../kernel/events.ts'
import type { Context } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { questions } from '../../../schema/posts.ts'

const hotDays = 90

export const questionsListeners = [
  after('question.asked', 'hot-score', async (ctx, { questionId }) => {
    await refreshHotScores(ctx, eq(questions.id, questionId))
  }),
  every('7 * * * *', 'refresh-hot-scores', async (ctx) => {
    const since = new Date(ctx.clock.now().getTime() - hotDays * 86_400_000)
    await refreshHotScores(
      ctx,
      and(inArray(questions.status, [1, 2]), gt(questions.createdAt, since)),
    )
  }),
]

/** Hot score: views, answers and votes divided by age. */
async function refreshHotScores(ctx: Context, condition: SQL | undefined) {
  const now = ctx.clock.now()
  const hoursSince = (time: SQL) =>
    sql`floor(extract(epoch from ${now.toISOString()}::timestamptz - ${time}) / 3600)`
  const age = hoursSince(sql`${questions.createdAt}`)
  const idle = hoursSince(sql`coalesce(${questions.editedAt}, ${questions.createdAt})`)
  const gain = sql`4 * ln(greatest(${questions.viewCount}, 1)) + ${questions.answerCount} * ${questions.score} / 5.0`
  const decay = sql`power(greatest(${age} + 1 - (${age} - ${idle}) / 2.0, 1), 1.5)`
  const hotScore = sql`greatest(0, least(2000000000, ceil((${gain}) / ${decay} * 10000)))::int`
  await transact(ctx, (tx) =>
    tx.update(questions).set({ hotScore, hotScoredAt: now }).where(condition),
  )
}
