import { and, eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { unfollowAll } from './follows.actions.ts'
import { unmuteAll } from './mutes.actions.ts'
import { endUserFollows } from './user-follows.actions.ts'
import { followsRoutes } from './follows.routes.ts'
import { follows, mutedQuestions, userFollows } from '../../../schema/follows.ts'

export const followsFeature: Feature = {
  name: 'follows',
  routes: followsRoutes,
  listeners: [
    within('account.left', async (tx, { userId }) => {
      await unmuteAll(tx, userId)
      await endUserFollows(tx, userId)
      await unfollowAll(tx, userId)
    }),
  ],
  exports: {
    follows: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: follows.objectId,
          row: { objectId: follows.objectId, at: follows.createdAt },
        })
        .from(follows)
        .where(and(eq(follows.userId, owner.id), after(follows.objectId)))
        .orderBy(order(follows.objectId))
        .limit(limit),
    ),
    followed_users: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: userFollows.followedId,
          row: { userId: userFollows.followedId, at: userFollows.createdAt },
        })
        .from(userFollows)
        .where(and(eq(userFollows.userId, owner.id), after(userFollows.followedId)))
        .orderBy(order(userFollows.followedId))
        .limit(limit),
    ),
    muted_questions: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: mutedQuestions.questionId,
          row: { questionId: mutedQuestions.questionId, at: mutedQuestions.createdAt },
        })
        .from(mutedQuestions)
        .where(and(eq(mutedQuestions.userId, owner.id), after(mutedQuestions.questionId)))
        .orderBy(order(mutedQuestions.questionId))
        .limit(limit),
    ),
  },
}
