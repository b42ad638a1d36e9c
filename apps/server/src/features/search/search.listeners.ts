import { eq } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { after } from '../../kernel/events.ts'
import { answers, questions, questionTags } from '../posts/posts.table.ts'
import { postsOfQuestion } from './search.documents.ts'
import { postgresSearch } from './search.postgres.ts'

/** Writes down how the posts are by now, whatever happened to them: running late or twice changes nothing. */
const index = (ctx: Context, ids: readonly string[]) => postgresSearch(ctx).index(ids)

const ofQuestion = (ctx: Context, { questionId }: { questionId: string }) =>
  index(ctx, [questionId])

/** What is hidden or shown again takes its answers along. */
const ofThread = async (ctx: Context, { questionId }: { questionId: string }) =>
  index(ctx, await postsOfQuestion(ctx.db, questionId))

const ofAnswer = (ctx: Context, { answerId }: { answerId: string }) => index(ctx, [answerId])

async function ofTag(ctx: Context, tagId: string) {
  const rows = await ctx.db
    .select({ id: questionTags.questionId })
    .from(questionTags)
    .where(eq(questionTags.tagId, tagId))
  await index(
    ctx,
    rows.map(({ id }) => id),
  )
}

async function ofPerson(ctx: Context, userId: string) {
  const asked = await ctx.db
    .select({ id: questions.id })
    .from(questions)
    .where(eq(questions.userId, userId))
  const given = await ctx.db
    .select({ id: answers.id })
    .from(answers)
    .where(eq(answers.userId, userId))
  await index(
    ctx,
    [...asked, ...given].map(({ id }) => id),
  )
}

export const searchListeners = [
  after('question.asked', 'index', ofQuestion),
  after('question.edited', 'index', ofQuestion),
  after('question.deleted', 'index', ofThread),
  after('question.recovered', 'index', ofThread),
  after('question.reopened', 'index', ofQuestion),
  after('answer.posted', 'index', ofAnswer),
  after('answer.edited', 'index', ofAnswer),
  after('answer.deleted', 'index', ofAnswer),
  after('answer.recovered', 'index', ofAnswer),
  after('tag.edited', 'index', (ctx, { tagId }) => ofTag(ctx, tagId)),
  after('tag.merged', 'index', (ctx, { intoId }) => ofTag(ctx, intoId)),
  after('account.left', 'index', (ctx, { userId }) => ofPerson(ctx, userId)),
]
