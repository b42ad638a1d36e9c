import {
  follow as followCall,
  followTags as followTagsCall,
  followUser as followUserCall,
  listFollowedTags as listCall,
  listFollowedUsers as listUsersCall,
  listMutedQuestions as listMutedCall,
  muteQuestion as muteCall,
} from '@stoa/contract/features/follows'
import { route } from '../../../kernel/route.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { follow, followTags } from './follows.actions.ts'
import {
  countFollowers,
  listFollowedTags,
  listFollowedUsers,
  listMutedQuestions,
} from './follows.queries.ts'
import { muteQuestion } from './mutes.actions.ts'
import { followUser } from './user-follows.actions.ts'
import { idWriter } from '../shared/posts.settings.ts'

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

  route(followUserCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const isOn = !input.is_cancel
      await followUser(tx, actor, { username: input.username, isOn })
      return { is_followed: isOn }
    }),
  ),

  route(listUsersCall, ({ actor, ctx }) => listFollowedUsers(ctx.db, actor)),

  route(muteCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const isOn = !input.is_cancel
      await muteQuestion(tx, actor, { questionId: input.question_id, isOn })
      return { is_muted: isOn }
    }),
  ),

  route(listMutedCall, ({ actor, ctx }) =>
    listMutedQuestions(ctx.db, actor, idWriter(ctx.settings)),
  ),

  route(listCall, async ({ actor, ctx }) =>
    actor === null ? [] : await listFollowedTags(ctx.db, actor.id, tagPolicyOf(ctx.settings)),
  ),
]
