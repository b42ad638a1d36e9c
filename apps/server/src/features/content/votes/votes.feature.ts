import { and, eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { serialVotingListeners } from './serial-voting.jobs.ts'
import { votesRoutes } from './votes.routes.ts'
import { reversedVotes, votes } from '../../../schema/votes.ts'

export const votesFeature: Feature = {
  name: 'votes',
  routes: votesRoutes,
  listeners: [
    ...serialVotingListeners,
    within('account.left', async (tx, { userId }) => {
      await tx.delete(reversedVotes).where(eq(reversedVotes.userId, userId))
    }),
  ],
  exports: {
    votes: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: votes.objectId,
          row: { postId: votes.objectId, value: votes.value, at: votes.createdAt },
        })
        .from(votes)
        .where(and(eq(votes.userId, owner.id), after(votes.objectId)))
        .orderBy(order(votes.objectId))
        .limit(limit),
    ),
    reversedVotes: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: reversedVotes.objectId,
          row: {
            postId: reversedVotes.objectId,
            value: reversedVotes.value,
            at: reversedVotes.castAt,
            reversedAt: reversedVotes.reversedAt,
            reason: reversedVotes.reason,
          },
        })
        .from(reversedVotes)
        .where(and(eq(reversedVotes.userId, owner.id), after(reversedVotes.objectId)))
        .orderBy(order(reversedVotes.objectId))
        .limit(limit),
    ),
  },
}
