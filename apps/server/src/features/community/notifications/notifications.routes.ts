import {
  clearNotificationStatus as clearCall,
  getNotificationStatus as statusCall,
  listNotifications as listCall,
  markAllRead as markAllCall,
  markRead as markCall,
} from '@stoa/contract/features/notifications'
import type { Locale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { countsTopic } from '../../../kernel/invalidation.ts'
import { route } from '../../../kernel/route.ts'
import { type Actor, requiredReputation } from '../../../kernel/rules.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { countQueues, isReviewer } from '../review/counts.queries.ts'
import { markAllRead, markAllSeen, markRead } from './marks.actions.ts'
import {
  countNew,
  findNewBadge,
  listNotifications,
  toNewBadge,
  type View,
} from './notifications.queries.ts'

export const notificationsRoutes = [
  route(listCall, ({ input, actor, caller, ctx }) =>
    listNotifications(ctx.db, actor, input, viewOf(ctx, caller)),
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

  route(statusCall, async ({ actor, caller, ctx }) => {
    // From the primary, because this stays in memory until it changes.
    const news = await ctx.live.remember(countsTopic(actor.id), () => loadNews(ctx.primary, actor))
    return { ...toStatus(news, viewOf(ctx, caller)), ...(await countCases(ctx, actor)) }
  }),

  route(clearCall, async ({ input, actor, caller, ctx, transact }) => {
    const cases = await countCases(ctx, actor)
    return await transact(async (tx) => {
      await markAllSeen(tx, actor.id, input.type)
      await tx.emit('notifications.changed', { userIds: [actor.id] })
      return { ...toStatus(await loadNews(tx, actor), viewOf(ctx, caller)), ...cases }
    })
  }),
]

function viewOf(ctx: Context, { locale }: { locale: Locale }): View {
  return { t: translator(locale), writeId: idWriter(ctx.settings) }
}

/** Without texts, which depend on the language of the caller. */
async function loadNews(db: ReadDb, actor: Actor) {
  return { counts: await countNew(db, actor), badge: await findNewBadge(db, actor.id) }
}

function toStatus({ counts, badge }: Awaited<ReturnType<typeof loadNews>>, view: View) {
  return { ...counts, badge_award: badge === null ? null : toNewBadge(badge, view) }
}

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
