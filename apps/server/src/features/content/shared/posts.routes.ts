import { getDeletions as deletionsCall, renderText } from '@stoa/contract/features/posts'
import { route } from '../../../kernel/route.ts'
import { getDeletions } from './deletions.queries.ts'
import { renderPreview } from './posts.actions.ts'
import { deletionPolicyOf } from './posts.settings.ts'

export const postsRoutes = [
  route(renderText, ({ input, actor, ctx }) =>
    renderPreview(ctx, actor, input.content, { field: 'content' }),
  ),

  route(deletionsCall, ({ input, actor, ctx }) =>
    getDeletions(ctx.db, actor, {
      postId: input.object_id,
      policy: deletionPolicyOf(ctx.settings),
      now: ctx.clock.now(),
    }),
  ),
]
