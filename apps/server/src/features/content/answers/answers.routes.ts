import {
  acceptAnswer,
  askWithAnswer,
  deleteAnswer as deleteCall,
  editAnswer as editCall,
  getAnswer as getCall,
  listAnswers as listCall,
  operateAnswer as operateCall,
  postAnswer as postCall,
  recoverAnswer as recoverCall,
} from '@stoa/contract/features/answers'
import { route } from '../../../kernel/route.ts'
import { senderOf } from '../holding/reviewing.actions.ts'
import { readerViewOf } from '../questions/questions.queries.ts'
import { accept } from './acceptance.actions.ts'
import { askAndAnswer, editAnswer, postAnswer } from './answers.actions.ts'
import { getAnswer, listAnswers } from './answers.queries.ts'
import { deleteAnswer, recoverAnswer } from './deletion.actions.ts'
import { operateAnswer } from './locking.actions.ts'

export const answersRoutes = [
  route(getCall, ({ input, actor, caller, ctx }) =>
    getAnswer(ctx.db, input.id, actor, readerViewOf(ctx.settings, caller.locale)),
  ),

  route(listCall, ({ input, actor, caller, ctx }) =>
    listAnswers(ctx.db, input, actor, readerViewOf(ctx.settings, caller.locale)),
  ),

  route(postCall, ({ input, actor, caller, ctx, transact }) =>
    transact(async (tx) => {
      const { question_id: questionId, content, mention_username_list: mentions } = input
      const newAnswer = { questionId, content, mentions }
      const id = await postAnswer(tx, actor, newAnswer, senderOf(caller, input))
      return await getAnswer(tx, id, actor, readerViewOf(ctx.settings, caller.locale))
    }),
  ),

  route(askWithAnswer, ({ input, actor, caller, ctx, transact }) =>
    transact(async (tx) => {
      const id = await askAndAnswer(tx, actor, input, senderOf(caller, input))
      return await getAnswer(tx, id, actor, readerViewOf(ctx.settings, caller.locale))
    }),
  ),

  route(editCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { isSuggestion } = await editAnswer(tx, actor, input)
      return { wait_for_review: isSuggestion }
    }),
  ),

  route(deleteCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await deleteAnswer(tx, actor, input.id)
      return null
    }),
  ),

  route(recoverCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await recoverAnswer(tx, actor, input.answer_id)
      return null
    }),
  ),

  route(operateCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await operateAnswer(tx, actor, input)
      return null
    }),
  ),

  route(acceptAnswer, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { question_id: questionId, answer_id } = input
      const answerId = answer_id === '' ? null : answer_id
      await accept(tx, actor, { questionId, answerId })
      return null
    }),
  ),
]
