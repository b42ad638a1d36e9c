import {
  follow as followCall,
  followTags as followTagsCall,
  listFollowedTags as listCall,
} from '@stoa/contract/features/follows'
import { route } from '../../../kernel/route.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { follow, followTags } from './follows.actions.ts'
import { countFollowers, listFollowedTags } from './follows.queries.ts'

export const followsRoutes = [
  route(followCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const isOn = !input.is_cancel
      const followed = await follow(tx, actor, { objectId: input.object_id, isOn })
      return { follows: await countFollowers(tx, followed), is_followed: isOn }
    }),
  ),

  route(followTagsCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await followTags(tx, actor, input.slug_name_list)
      return null
    }),
  ),

  route(listCall, async ({ actor, ctx }) =>
    actor === null ? [] : await listFollowedTags(ctx.db, actor.id, tagPolicyOf(ctx.settings)),
  ),
]
