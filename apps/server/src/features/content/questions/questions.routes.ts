import {
  askQuestion as askCall,
  closeQuestion as closeCall,
  deleteQuestion as deleteCall,
  editQuestion as editCall,
  getFigures as getFiguresCall,
  getQuestion as getQuestionCall,
  listLinkingQuestions as linkingCall,
  listQuestions as listCall,
  operateQuestion as operateCall,
  recoverQuestion as recoverCall,
  reopenQuestion as reopenCall,
} from '@stoa/contract/features/questions'
import { route } from '../../../kernel/route.ts'
import { senderOf } from '../holding/reviewing.actions.ts'
import { getVisibleQuestion } from '../shared/posts.queries.ts'
import { recordView } from '../views/views.actions.ts'
import { closeQuestion, reopenQuestion } from './closing.actions.ts'
import { deleteQuestion, recoverQuestion } from './deletion.actions.ts'
import { editQuestion } from './edit.actions.ts'
import { getFigures } from './figures.queries.ts'
import { operateQuestion } from './listing.actions.ts'
import { askQuestion } from './questions.actions.ts'
import { listQuestions } from './questions.listing.ts'
import { getQuestion, questionViewOf, readerViewOf } from './questions.queries.ts'

export const questionsRoutes = [
  route(listCall, ({ input, ctx }) => listQuestions(ctx, input, input)),

  route(getFiguresCall, ({ ctx }) => getFigures(ctx)),

  route(linkingCall, async ({ input, actor, ctx }) => {
    const { question_id: linkedTo, order, in_days, ...paging } = input
    const { id, title, slug } = await getVisibleQuestion(ctx.db, linkedTo, actor)
    const page = await listQuestions(ctx, { order, in_days, linkedTo }, paging)
    const { writeId } = questionViewOf(ctx.settings)
    return { ...page, question: { id: writeId(id), title, url_title: slug } }
  }),

  route(getQuestionCall, async ({ input, actor, caller, ctx }) => {
    const view = readerViewOf(ctx.settings, caller.locale)
    const question = await getQuestion(ctx.db, input.id, actor, view)
    recordView(ctx, input.id, actor, caller)
    return question
  }),

  route(askCall, ({ input, actor, caller, ctx, transact }) =>
    transact(async (tx) => {
      const questionId = await askQuestion(tx, actor, input, senderOf(caller, input))
      return await getQuestion(tx, questionId, actor, readerViewOf(ctx.settings, caller.locale))
    }),
  ),

  route(editCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { slug: url_title, isSuggestion } = await editQuestion(tx, actor, input)
      return { url_title, wait_for_review: isSuggestion }
    }),
  ),

  route(deleteCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await deleteQuestion(tx, actor, input.id)
      return null
    }),
  ),

  route(recoverCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await recoverQuestion(tx, actor, input.question_id)
      return null
    }),
  ),

  route(closeCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await closeQuestion(tx, actor, input)
      return null
    }),
  ),

  route(operateCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await operateQuestion(tx, actor, input)
      return null
    }),
  ),

  route(reopenCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await reopenQuestion(tx, actor, input.question_id)
      return null
    }),
  ),
]
