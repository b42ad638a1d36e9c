import { type Figures, figuresLimit } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isAnswerOpenTo, isListed } from '../shared/posts.visibility.ts'

const cachePolicy = { ttlSeconds: 3600 }
const sample = { size: 500, min: 10 }

export async function getFigures(ctx: Context): Promise<Figures> {
  return await ctx.cache.getOrSet('questions:figures', cachePolicy, async () => {
    const { rows } = await ctx.db.execute<Figures & { sample: number }>(sql`
      with counted as (select answer_count from ${questions} where ${isListed()} limit ${figuresLimit}),
      recent as (
        select created_at, (
          select min(${answers.createdAt}) from ${answers}
          where ${answers.questionId} = ${questions.id} and ${isAnswerOpenTo(null)}
        ) as answered_at
        from ${questions} where ${isListed()} and answer_count > 0
        order by id desc limit ${sample.size}
      )
      select
        (select count(*)::int from counted) as questions,
        (select coalesce(sum(answer_count), 0)::int from counted) as answers,
        (select count(*)::int from recent) as sample,
        (select percentile_disc(0.5) within group (order by extract(epoch from answered_at - created_at))::int
          from recent) as first_answer_seconds`)
    const [row] = rows
    const isKnown = row !== undefined && row.sample >= sample.min
    return {
      questions: row?.questions ?? 0,
      answers: row?.answers ?? 0,
      first_answer_seconds: isKnown ? row.first_answer_seconds : null,
    }
  })
}
