import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { mountGravatars } from './gravatar.ts'
import { profileSettingsRoutes } from './profile-settings.routes.ts'
import { profilesRoutes } from './profiles.routes.ts'
import { reputationRoutes } from './reputation.routes.ts'
import { userPostsRoutes } from './user-posts.routes.ts'
import { userStatisticsRoutes } from './user-statistics.routes.ts'
import { reputationEntries } from '../../../schema/reputation.ts'

export const profilesFeature: Feature = {
  name: 'profiles',
  routes: [
    ...profileSettingsRoutes,
    ...profilesRoutes,
    ...userPostsRoutes,
    ...userStatisticsRoutes,
    ...reputationRoutes,
  ],
  mount: mountGravatars,
  exports: {
    /** Leaves out who gave the user reputation: that is the voters' data. */
    reputation: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: reputationEntries.id,
          row: {
            kind: reputationEntries.kind,
            change: reputationEntries.change,
            points: reputationEntries.points,
            postId: reputationEntries.objectId,
            at: reputationEntries.createdAt,
          },
        })
        .from(reputationEntries)
        .where(and(eq(reputationEntries.userId, owner.id), after(reputationEntries.id)))
        .orderBy(order(reputationEntries.id))
        .limit(limit),
    ),
  },
}
