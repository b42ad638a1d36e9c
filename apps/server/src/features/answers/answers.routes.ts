import {
  acceptAnswer,
  askWithAnswer,
  deleteAnswer as deleteCall,
  editAnswer as editCall,
  getAnswer as getCall,
  listAnswers as listCall,
  postAnswer,
  recoverAnswer as recoverCall,
} from '@stoa/contract/features/answers'
import { purge } from '../../kernel/cache.ts'
import { route } from '../../kernel/route.ts'
import { postPolicyOf } from '../posts/posts.settings.ts'
import { readerViewOf } from '../questions/questions.queries.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { accept } from './acceptance.actions.ts'
import { answer, askAndAnswer, editAnswer } from './answers.actions.ts'
import { getAnswer, listAnswers } from './answers.queries.ts'
import { deleteAnswer, recoverAnswer } from './deletion.actions.ts'

export const answersRoutes = [
  route(getCall, ({ input, who, caller, ctx }) =>
    getAnswer(ctx.db, input.id, who, readerViewOf(ctx.settings, caller.locale)),
  ),

  route(listCall, ({ input, who, caller, ctx }) =>
    listAnswers(ctx.db, input, who, readerViewOf(ctx.settings, caller.locale)),
  ),

  route(postAnswer, ({ input, who, caller, ctx, transact }) =>
    transact(async (tx) => {
      const { question_id: questionId, content, mention_username_list: mentions } = input
      const wish = { questionId, content, mentions }
      const id = await answer(tx, who, wish, postPolicyOf(ctx.settings))
      return await getAnswer(tx, id, who, readerViewOf(ctx.settings, caller.locale))
    }),
  ),

  route(askWithAnswer, ({ input, who, caller, ctx, transact }) =>
    transact(async (tx) => {
      const policy = { ...postPolicyOf(ctx.settings), tags: tagPolicyOf(ctx.settings) }
      const id = await askAndAnswer(tx, who, input, policy)
      await purge(tx, ctx, ['questions:count'])
      return await getAnswer(tx, id, who, readerViewOf(ctx.settings, caller.locale))
    }),
  ),

  route(editCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await editAnswer(tx, who, input, postPolicyOf(ctx.settings))
      return { wait_for_review: false }
    }),
  ),

  route(deleteCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await deleteAnswer(tx, who, input.id, postPolicyOf(ctx.settings).timeZone)
      return null
    }),
  ),

  route(recoverCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await recoverAnswer(tx, who, input.answer_id, postPolicyOf(ctx.settings))
      return null
    }),
  ),

  route(acceptAnswer, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      const { question_id: questionId, answer_id } = input
      const answerId = answer_id === '' ? null : answer_id
      await accept(tx, who, { questionId, answerId }, postPolicyOf(ctx.settings).timeZone)
      return null
    }),
  ),
]
