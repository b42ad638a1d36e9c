import { and, eq, or, sql } from 'drizzle-orm'
import { compositeKey, defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { invitesListeners } from './invites.listeners.ts'
import { invitesRoutes } from './invites.routes.ts'
import { invites } from '../../../schema/invites.ts'

export const invitesFeature: Feature = {
  name: 'invites',
  routes: invitesRoutes,
  listeners: invitesListeners,
  exports: {
    invitations: defineSmallList(({ db, owner, after, order, limit }) => {
      const key = compositeKey(invites.questionId, invites.userId)
      return db
        .select({
          key,
          row: {
            questionId: invites.questionId,
            isReceived: sql<boolean>`${invites.userId} = ${owner.id}`,
            at: invites.createdAt,
          },
        })
        .from(invites)
        .where(and(or(eq(invites.userId, owner.id), eq(invites.invitedBy, owner.id)), after(key)))
        .orderBy(order(key))
        .limit(limit)
    }),
  },
}
