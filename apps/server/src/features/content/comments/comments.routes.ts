import {
  addComment as addCall,
  deleteComment as deleteCall,
  editComment as editCall,
  getComment as getCall,
  listCommentRevisions as revisionsCall,
  listComments as listCall,
  listCommentsOf as listOfCall,
  listDeletedComments as listDeletedCall,
  recoverComment as recoverCall,
} from '@stoa/contract/features/comments'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { type Caller, route } from '../../../kernel/route.ts'
import { senderOf } from '../holding/reviewing.actions.ts'
import { type Actor, requiredReputation } from '../../../kernel/rules.ts'
import { idWriter } from '../shared/posts.settings.ts'
import { getListOwner } from '../../people/users/users.queries.ts'
import { addComment, deleteComment, editComment, recoverComment } from './comments.actions.ts'
import { listCommentRevisions, listDeletedComments } from './comment-history.queries.ts'
import { getComment, listComments, listCommentsOfUser } from './comments.queries.ts'

export const commentsRoutes = [
  route(listCall, ({ input, ...request }) =>
    listComments(request.ctx.db, input, readerOf(request)),
  ),

  route(getCall, ({ input, ...request }) =>
    getComment(request.ctx.db, input.id, readerOf(request)),
  ),

  route(addCall, ({ input, actor, caller, ctx, transact }) =>
    transact(async (tx) => {
      const newComment = {
        objectId: input.object_id,
        text: input.original_text,
        mentions: input.mention_username_list,
        ...(input.reply_comment_id === undefined ? {} : { replyToId: input.reply_comment_id }),
      }
      const commentId = await addComment(tx, actor, newComment, senderOf(caller, input))
      return await getComment(tx, commentId, readerOf({ actor, caller, ctx }))
    }),
  ),

  route(editCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { comment_id: commentId, original_text: text } = input
      const edited = await editComment(tx, actor, { commentId, text })
      return {
        comment_id: edited.commentId,
        original_text: edited.originalText,
        parsed_text: edited.parsedText,
      }
    }),
  ),

  route(deleteCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await deleteComment(tx, actor, input.comment_id)
      return null
    }),
  ),

  route(recoverCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await recoverComment(tx, actor, input.comment_id)
      return null
    }),
  ),

  route(listDeletedCall, ({ input, ...request }) =>
    listDeletedComments(request.ctx.db, input, readerOf(request)),
  ),

  route(revisionsCall, ({ input, ctx }) => listCommentRevisions(ctx.db, input)),

  route(listOfCall, async ({ input, actor, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    return await listCommentsOfUser(ctx.db, userId, input, {
      actor,
      writeId: idWriter(ctx.settings),
    })
  }),
]

function readerOf({ actor, caller, ctx }: { actor: Actor | null; caller: Caller; ctx: Context }) {
  return {
    actor,
    now: ctx.clock.now(),
    t: translator(caller.locale),
    required: requiredReputation(ctx.settings),
    writeId: idWriter(ctx.settings),
  }
}
