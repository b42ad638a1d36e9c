import { and, eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { suspensions, userNotes, userWarnings } from '../../../schema/user-moderation.ts'
import { suspensionListeners } from './suspensions.jobs.ts'
import { userModerationRoutes } from './user-moderation.routes.ts'

export const userModerationFeature: Feature = {
  name: 'user-moderation',
  routes: userModerationRoutes,
  listeners: [
    ...suspensionListeners,
    within('account.left', async (tx, { userId }) => {
      await tx.delete(suspensions).where(eq(suspensions.userId, userId))
      await tx.delete(userNotes).where(eq(userNotes.userId, userId))
      await tx.delete(userWarnings).where(eq(userWarnings.userId, userId))
    }),
  ],
  exports: {
    warnings: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: userWarnings.id,
          row: {
            message: userWarnings.message,
            at: userWarnings.createdAt,
            acknowledgedAt: userWarnings.acknowledgedAt,
          },
        })
        .from(userWarnings)
        .where(and(eq(userWarnings.userId, owner.id), after(userWarnings.id)))
        .orderBy(order(userWarnings.id))
        .limit(limit),
    ),
    suspensions: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: suspensions.id,
          row: {
            kind: suspensions.kind,
            reason: suspensions.reason,
            at: suspensions.createdAt,
            until: suspensions.until,
            endedAt: suspensions.endedAt,
          },
        })
        .from(suspensions)
        .where(and(eq(suspensions.userId, owner.id), after(suspensions.id)))
        .orderBy(order(suspensions.id))
        .limit(limit),
    ),
  },
}
