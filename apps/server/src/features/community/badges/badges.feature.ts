import { and, eq, isNull, sql } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { badgeAwards, badges } from '../../../schema/badges.ts'
import { badgesListeners } from './badges.jobs.ts'
import { badgesRoutes } from './badges.routes.ts'

export const badgesFeature: Feature = {
  name: 'badges',
  routes: badgesRoutes,
  listeners: badgesListeners,
  exports: {
    badges: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: badgeAwards.id,
          row: {
            badge: sql<string>`coalesce(${badges.key}, ${badges.name})`,
            postId: badgeAwards.objectId,
            at: badgeAwards.createdAt,
          },
        })
        .from(badgeAwards)
        .innerJoin(badges, eq(badges.id, badgeAwards.badgeId))
        .where(
          and(
            eq(badgeAwards.userId, owner.id),
            isNull(badgeAwards.takenBackAt),
            after(badgeAwards.id),
          ),
        )
        .orderBy(order(badgeAwards.id))
        .limit(limit),
    ),
  },
}
