import { eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { after, every, within } from '../../../kernel/events.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { listPostsOfQuestion } from './search.documents.ts'
import { forgetMissedSearches } from './missed-searches.actions.ts'
import { sendChanges } from './plugin-changes.actions.ts'
import { buildIndex, continueStalledBuild, followSearchPlugin } from './plugin-rebuild.actions.ts'
import { postgresSearch } from './search.postgres.ts'

/** Indexes the current state, so running late or twice does no harm. */
async function index(ctx: Context, ids: readonly string[]) {
  await postgresSearch(ctx).index(ids)
  await sendChanges(ctx)
}

const indexQuestion = (ctx: Context, { questionId }: { questionId: string }) =>
  index(ctx, [questionId])

/** Answers are hidden and restored together with their question. */
const indexThread = async (ctx: Context, { questionId }: { questionId: string }) =>
  index(ctx, await listPostsOfQuestion(ctx.db, questionId))

const indexAnswer = (ctx: Context, { answerId }: { answerId: string }) => index(ctx, [answerId])

async function indexQuestionsOfTag(ctx: Context, tagId: string) {
  const rows = await ctx.db
    .select({ id: questionTags.questionId })
    .from(questionTags)
    .where(eq(questionTags.tagId, tagId))
  await index(
    ctx,
    rows.map(({ id }) => id),
  )
}

async function indexPostsOfUser(ctx: Context, userId: string) {
  const askedRows = await ctx.db
    .select({ id: questions.id })
    .from(questions)
    .where(eq(questions.userId, userId))
  const answeredRows = await ctx.db
    .select({ id: answers.id })
    .from(answers)
    .where(eq(answers.userId, userId))
  await index(
    ctx,
    [...askedRows, ...answeredRows].map(({ id }) => id),
  )
}

export const searchListeners = [
  within('plugin.changed', followSearchPlugin),
  after('search.rebuild_due', 'rebuild', buildIndex, { isLong: true }),
  every('* * * * *', 'send-search-changes', sendChanges),
  every('*/5 * * * *', 'continue-search-rebuild', continueStalledBuild),
  every('47 * * * *', 'forget-missed-searches', forgetMissedSearches),
  after('question.asked', 'index', indexThread),
  after('question.edited', 'index', indexQuestion),
  after('question.deleted', 'index', indexThread),
  after('question.recovered', 'index', indexThread),
  after('question.closed', 'index', indexQuestion),
  after('question.reopened', 'index', indexQuestion),
  after('question.listed', 'index', indexThread),
  after('question.unlisted', 'index', indexThread),
  after('answer.posted', 'index', indexAnswer),
  after('answer.edited', 'index', indexAnswer),
  after('answer.deleted', 'index', indexAnswer),
  after('answer.recovered', 'index', indexAnswer),
  after('answer.converted', 'index', indexAnswer),
  after('comment.converted', 'index', indexAnswer),
  after('content.removed', 'index', (ctx, { postIds }) => index(ctx, postIds)),
  after('content.unpublished', 'index', (ctx, { objectId, questionId }) =>
    objectId === questionId ? indexThread(ctx, { questionId }) : index(ctx, [objectId]),
  ),
  after('texts.rendered', 'index', (ctx, { objectIds }) => index(ctx, objectIds)),
  after('tag.edited', 'index', (ctx, { tagId }) => indexQuestionsOfTag(ctx, tagId)),
  after('tag.merged', 'index', (ctx, { intoId }) => indexQuestionsOfTag(ctx, intoId)),
  after('account.left', 'index', (ctx, { userId }) => indexPostsOfUser(ctx, userId)),
]
