import {
  askQuestion,
  deleteQuestion as deleteCall,
  editQuestion as editCall,
  getQuestion as getQuestionCall,
  listLinkingQuestions as linkingCall,
  listQuestions as listCall,
  recoverQuestion as recoverCall,
  reopenQuestion as reopenCall,
} from '@stoa/contract/features/questions'
import { purge } from '../../kernel/cache.ts'
import { route } from '../../kernel/route.ts'
import { mustSeeQuestion } from '../posts/posts.queries.ts'
import { postPolicyOf } from '../posts/posts.settings.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { noteView } from '../views/views.actions.ts'
import { reopenQuestion } from './closing.actions.ts'
import { deleteQuestion, recoverQuestion } from './deletion.actions.ts'
import { editQuestion } from './edit.actions.ts'
import { ask } from './questions.actions.ts'
import { listQuestions } from './questions.listing.ts'
import { getQuestion, questionViewOf, readerViewOf } from './questions.queries.ts'

export const questionsRoutes = [
  route(listCall, ({ input, ctx }) => listQuestions(ctx, input, input)),

  route(linkingCall, async ({ input, who, ctx }) => {
    const { question_id: linkedTo, order, in_days, ...paging } = input
    const { id, title, slug } = await mustSeeQuestion(ctx.db, linkedTo, who)
    const page = await listQuestions(ctx, { order, in_days, linkedTo }, paging)
    const { writeId } = questionViewOf(ctx.settings)
    return { ...page, question: { id: writeId(id), title, url_title: slug } }
  }),

  route(getQuestionCall, async ({ input, who, caller, ctx }) => {
    const view = readerViewOf(ctx.settings, caller.locale)
    const question = await getQuestion(ctx.db, input.id, who, view)
    noteView(ctx, input.id, who, caller)
    return question
  }),

  route(askQuestion, ({ input, who, caller, ctx, transact }) =>
    transact(async (tx) => {
      const policy = { ...postPolicyOf(ctx.settings), tags: tagPolicyOf(ctx.settings) }
      const questionId = await ask(tx, who, input, policy)
      await purge(tx, ctx, ['questions:count'])
      return await getQuestion(tx, questionId, who, readerViewOf(ctx.settings, caller.locale))
    }),
  ),

  route(editCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      const policy = { ...postPolicyOf(ctx.settings), tags: tagPolicyOf(ctx.settings) }
      const url_title = await editQuestion(tx, who, input, policy)
      await purge(tx, ctx, ['questions:count'])
      return { url_title, wait_for_review: false }
    }),
  ),

  route(deleteCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await deleteQuestion(tx, who, input.id, postPolicyOf(ctx.settings).timeZone)
      await purge(tx, ctx, ['questions:count'])
      return null
    }),
  ),

  route(recoverCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await recoverQuestion(tx, who, input.question_id, postPolicyOf(ctx.settings).timeZone)
      await purge(tx, ctx, ['questions:count'])
      return null
    }),
  ),

  route(reopenCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await reopenQuestion(tx, who, input.question_id)
      await purge(tx, ctx, ['questions:count'])
      return null
    }),
  ),
]
