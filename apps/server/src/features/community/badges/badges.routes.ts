import {
  createBadge as createCall,
  getBadge as getCall,
  listAdminBadges as adminCall,
  listBadgeAwards as awardsCall,
  listBadges as listCall,
  listRecentUserBadges as recentCall,
  listUserBadges as userCall,
  setBadgeStatus as statusCall,
  takeBadgeBack as takeBackCall,
  updateBadge as updateCall,
} from '@stoa/contract/features/badges'
import { sharePost as shareCall } from '@stoa/contract/features/shares'
import type { Locale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { route } from '../../../kernel/route.ts'
import { fail } from '../../../kernel/errors.ts'
import { getPost } from '../../content/shared/posts.queries.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { getListOwner } from '../../people/users/users.queries.ts'
import { listAdminBadges } from './admin.queries.ts'
import { countAwards, listBadgeAwards } from './awards.queries.ts'
import { getBadge, listBadges, listUserBadges, type View } from './badges.queries.ts'
import { changeBadge, defineBadge } from './defining.actions.ts'
import { switchBadge } from './switching.actions.ts'
import { takeBadgeBack } from './taking-back.actions.ts'

export const badgesRoutes = [
  route(listCall, ({ actor, caller, ctx }) => listBadges(ctx.db, actor, viewOf(ctx, caller))),

  route(getCall, ({ input, actor, caller, ctx }) =>
    getBadge(ctx.db, actor, input.id, viewOf(ctx, caller)),
  ),

  route(awardsCall, async ({ input, actor, caller, ctx }) => {
    const { badge_id: badgeId, username } = input
    const badge = await getBadge(ctx.db, null, badgeId, viewOf(ctx, caller))
    const userId = username === undefined ? undefined : await getListOwner(ctx.db, username, actor)
    const filter = { badgeId, userId }
    return {
      count: userId === undefined ? badge.award_count : await countAwards(ctx.db, filter),
      list: await listBadgeAwards(ctx.db, actor, { ...input, ...filter }, idWriter(ctx.settings)),
    }
  }),

  route(userCall, async ({ input, actor, caller, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    return await listUserBadges(ctx.db, userId, 'best', viewOf(ctx, caller))
  }),

  route(recentCall, async ({ input, actor, caller, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    return await listUserBadges(ctx.db, userId, 'recent', viewOf(ctx, caller))
  }),

  route(shareCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const post = await getPost(tx, actor, input.object_id, { forUpdate: false })
      if (post.isDeleted || post.isPending) fail('object.not_found')
      await tx.emit('post.shared', { objectId: post.id, userId: actor.id })
      return null
    }),
  ),

  route(adminCall, ({ input, caller, ctx }) => listAdminBadges(ctx.db, input, viewOf(ctx, caller))),

  route(createCall, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => ({ id: idWriter(ctx.settings)(await defineBadge(tx, actor, input)) })),
  ),

  route(updateCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await changeBadge(tx, actor, input)
      return null
    }),
  ),

  route(takeBackCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { badge_id: badgeId, reason } = input
      const userId = await getListOwner(tx, input.username, actor)
      await takeBadgeBack(tx, actor, { badgeId, userId, reason })
      return null
    }),
  ),

  route(statusCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await switchBadge(tx, actor, { id: input.id, isActive: input.status === 'active' })
      return null
    }),
  ),
]

function viewOf(ctx: Context, { locale }: { locale: Locale }): View {
  return { t: translator(locale), writeId: idWriter(ctx.settings) }
}
