import {
  convertAnswer as convertAnswerCall,
  convertComment as convertCommentCall,
  deletePermanently,
  moveComment,
} from '@stoa/contract/features/content-moderation'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { convertComment } from './answering.actions.ts'
import { convertAnswer } from './conversion.actions.ts'
import { askRemoval } from './removal.actions.ts'
import { moveThread } from './threads.actions.ts'

export const contentModerationRoutes = [
  route(convertAnswerCall, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      const { answer_id: answerId, object_id: targetId } = input
      const { commentId, postId } = await convertAnswer(tx, actor, { answerId, targetId })
      return { comment_id: commentId, object_id: idWriter(ctx.settings)(postId) }
    }),
  ),

  route(convertCommentCall, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      const writeId = idWriter(ctx.settings)
      const { answerId, questionId } = await convertComment(tx, actor, input.comment_id)
      return { answer_id: writeId(answerId), question_id: writeId(questionId) }
    }),
  ),

  route(moveComment, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      const writeId = idWriter(ctx.settings)
      const { comment_id: commentId, target, reply_comment_id: replyToId } = input
      const moved = await moveThread(tx, actor, { commentId, target, replyToId })
      const { postId, questionId, count } = moved
      return { object_id: writeId(postId), question_id: writeId(questionId), count }
    }),
  ),

  route(deletePermanently, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { object_id: objectId, reason } = input
      await askRemoval(tx, actor, { objectId, reason })
      return null
    }),
  ),
]
