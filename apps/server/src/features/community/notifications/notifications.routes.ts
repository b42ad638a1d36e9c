import {
  clearNotificationStatus as clearCall,
  getNotificationStatus as statusCall,
  listNotifications as listCall,
  markAllRead as markAllCall,
  markRead as markCall,
} from '@stoa/contract/features/notifications'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { countsTopic } from '../../../kernel/invalidation.ts'
import { route } from '../../../kernel/route.ts'
import { type Actor, requiredReputation } from '../../../kernel/rules.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { countQueues, isReviewer } from '../review/counts.queries.ts'
import { markAllRead, markAllSeen, markRead } from './marks.actions.ts'
import { countNew, listNotifications } from './notifications.queries.ts'

export const notificationsRoutes = [
  route(listCall, ({ input, actor, caller, ctx }) =>
    listNotifications(ctx.db, actor, input, {
      t: translator(caller.locale),
      writeId: idWriter(ctx.settings),
    }),
  ),

  route(markCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await markRead(tx, actor.id, input.id)
      await tx.emit('notifications.changed', { userIds: [actor.id] })
      return null
    }),
  ),

  route(markAllCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await markAllRead(tx, actor.id, input.type)
      await tx.emit('notifications.changed', { userIds: [actor.id] })
      return null
    }),
  ),

  route(statusCall, async ({ actor, ctx }) => ({
    // From the primary, because the counts stay in memory until they change.
    ...(await ctx.live.remember(countsTopic(actor.id), () => countNew(ctx.primary, actor))),
    ...(await countCases(ctx, actor)),
    badge_award: null,
  })),

  route(clearCall, async ({ input, actor, ctx, transact }) => {
    const cases = await countCases(ctx, actor)
    return await transact(async (tx) => {
      await markAllSeen(tx, actor.id, input.type)
      await tx.emit('notifications.changed', { userIds: [actor.id] })
      return { ...(await countNew(tx, actor)), ...cases, badge_award: null }
    })
  }),
]

/** Every page of a reviewer shows the count, so it may be this old. */
const caseCountSeconds = 10

async function countCases(ctx: Context, actor: Actor) {
  const required = requiredReputation(ctx.settings)
  if (!isReviewer(actor, required)) return { revision: 0, can_revision: false }
  const revision = await ctx.cache.getOrSet(
    `open-cases:${actor.id}`,
    { ttlSeconds: caseCountSeconds },
    async () => {
      const open = await countQueues(ctx.db, { actor, required, now: ctx.clock.now() })
      return open.reduce((sum, { count }) => sum + count, 0)
    },
  )
  return { revision, can_revision: true }
}
