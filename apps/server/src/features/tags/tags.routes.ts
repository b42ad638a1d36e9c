import { suggestTags } from '@stoa/contract/features/tags'
import { route } from '../../kernel/route.ts'
import { listSuggestedTags } from './tags.queries.ts'
import { tagPolicyOf } from './tags.settings.ts'

export const tagsRoutes = [
  route(suggestTags, ({ input, ctx }) =>
    listSuggestedTags(ctx.db, input.tag, tagPolicyOf(ctx.settings)),
  ),
]
