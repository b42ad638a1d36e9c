import {
  addComment,
  deleteComment as deleteCall,
  editComment as editCall,
  getComment as getCall,
  listComments as listCall,
  listCommentsOf as listOfCall,
} from '@stoa/contract/features/comments'
import { generalSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../kernel/context.ts'
import { requiredReputation } from '../../kernel/privileges.ts'
import { type Caller, route } from '../../kernel/route.ts'
import type { Actor } from '../../kernel/rules.ts'
import { idWriter } from '../posts/posts.settings.ts'
import { getListOwner } from '../users/users.queries.ts'
import { comment, deleteComment, editComment } from './comments.actions.ts'
import { getComment, listComments, listCommentsOf } from './comments.queries.ts'

export const commentsRoutes = [
  route(listCall, ({ input, ...request }) =>
    listComments(request.ctx.db, input, readerOf(request)),
  ),

  route(getCall, ({ input, ...request }) =>
    getComment(request.ctx.db, input.id, readerOf(request)),
  ),

  route(addComment, ({ input, who, caller, ctx, transact }) =>
    transact(async (tx) => {
      const wish = {
        objectId: input.object_id,
        text: input.original_text,
        mentions: input.mention_username_list,
        ...(input.reply_comment_id === undefined ? {} : { replyToId: input.reply_comment_id }),
      }
      const commentId = await comment(tx, who, wish, {
        required: requiredReputation(ctx.settings),
        siteUrl: siteUrlOf(ctx),
      })
      return await getComment(tx, commentId, readerOf({ who, caller, ctx }))
    }),
  ),

  route(editCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      const { comment_id: commentId, original_text: text } = input
      const edited = await editComment(tx, who, { commentId, text, siteUrl: siteUrlOf(ctx) })
      return {
        comment_id: edited.commentId,
        original_text: edited.originalText,
        parsed_text: edited.parsedText,
      }
    }),
  ),

  route(deleteCall, ({ input, who, transact }) =>
    transact(async (tx) => {
      await deleteComment(tx, who, input.comment_id)
      return null
    }),
  ),

  route(listOfCall, async ({ input, who, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, who)
    return await listCommentsOf(ctx.db, userId, input, { who, writeId: idWriter(ctx.settings) })
  }),
]

function readerOf({ who, caller, ctx }: { who: Actor | null; caller: Caller; ctx: Context }) {
  return {
    who,
    now: ctx.clock.now(),
    t: translator(caller.locale),
    writeId: idWriter(ctx.settings),
  }
}

function siteUrlOf(ctx: Context) {
  return ctx.settings.get(generalSettings).site_url
}
