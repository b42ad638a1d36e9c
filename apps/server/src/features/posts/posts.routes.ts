import { getDeletions as deletionsCall, renderText } from '@stoa/contract/features/posts'
import { generalSettings } from '@stoa/contract/settings/site'
import { route } from '../../kernel/route.ts'
import { getDeletions } from './deletions.queries.ts'
import { toPreview } from './posts.actions.ts'
import { postPolicyOf } from './posts.settings.ts'

export const postsRoutes = [
  route(renderText, async ({ input, who, ctx }) => {
    const siteUrl = ctx.settings.get(generalSettings).site_url
    return await toPreview(ctx, who, input.content, { siteUrl, field: 'content' })
  }),

  route(deletionsCall, ({ input, who, ctx }) =>
    getDeletions(ctx.db, who, {
      postId: input.object_id,
      policy: postPolicyOf(ctx.settings).deletions,
      now: ctx.clock.now(),
    }),
  ),
]
