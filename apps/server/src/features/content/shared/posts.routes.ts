import { getDeletions as deletionsCall, renderText } from '@stoa/contract/features/posts'
import { generalSettings } from '@stoa/contract/settings/site'
import { route } from '../../../kernel/route.ts'
import { getDeletions } from './deletions.queries.ts'
import { renderPreview } from './posts.actions.ts'
import { postPolicyOf } from './posts.settings.ts'

export const postsRoutes = [
  route(renderText, async ({ input, actor, ctx }) => {
    const siteUrl = ctx.settings.get(generalSettings).site_url
    return await renderPreview(ctx, actor, input.content, { siteUrl, field: 'content' })
  }),

  route(deletionsCall, ({ input, actor, ctx }) =>
    getDeletions(ctx.db, actor, {
      postId: input.object_id,
      policy: postPolicyOf(ctx.settings).deletions,
      now: ctx.clock.now(),
    }),
  ),
]
