import { and, eq, sql } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import type { Tx } from '../../../kernel/context.ts'
import { activities, type ActivityKind } from '../../../schema/activity.ts'

export const activityListeners = [
  within('question.asked', (tx, { questionId, userId }) =>
    recordActivity(tx, 'asked', questionId, userId),
  ),
  within('question.edited', (tx, { questionId, userId }) =>
    recordActivity(tx, 'edited', questionId, userId),
  ),
  within('question.deleted', (tx, { questionId, userId }) =>
    recordActivity(tx, 'deleted', questionId, userId),
  ),
  within('question.recovered', (tx, { questionId, userId }) =>
    recordActivity(tx, 'undeleted', questionId, userId),
  ),
  within('question.closed', (tx, { questionId, userId }) =>
    recordActivity(tx, 'closed', questionId, userId),
  ),
  within('question.pinned', (tx, { questionId, userId }) =>
    recordActivity(tx, 'pin', questionId, userId),
  ),
  within('question.unpinned', (tx, { questionId, userId }) =>
    recordActivity(tx, 'unpin', questionId, userId),
  ),
  within('question.listed', (tx, { questionId, userId }) =>
    recordActivity(tx, 'show', questionId, userId),
  ),
  within('question.unlisted', (tx, { questionId, userId }) =>
    recordActivity(tx, 'hide', questionId, userId),
  ),
  within('question.reopened', (tx, { questionId, userId }) =>
    recordActivity(tx, 'reopened', questionId, userId),
  ),
  within('answer.posted', (tx, { answerId, userId }) =>
    recordActivity(tx, 'answered', answerId, userId),
  ),
  within('answer.edited', (tx, { answerId, userId }) =>
    recordActivity(tx, 'edited', answerId, userId),
  ),
  within('answer.deleted', (tx, { answerId, userId }) =>
    recordActivity(tx, 'deleted', answerId, userId),
  ),
  within('answer.recovered', (tx, { answerId, userId }) =>
    recordActivity(tx, 'undeleted', answerId, userId),
  ),
  within('answer.accepted', (tx, { answerId, userId }) =>
    recordActivity(tx, 'accept', answerId, userId),
  ),
  within('answer.unaccepted', (tx, { answerId, userId }) =>
    recordActivity(tx, 'unaccept', answerId, userId),
  ),
  within('comment.added', (tx, { commentId, userId }) =>
    recordActivity(tx, 'commented', commentId, userId),
  ),
  within('content.unpublished', async (tx, { objectId }) => {
    const { kind } = activities
    const isWritten = sql`${kind} in ('asked', 'answered', 'commented')`
    await tx.delete(activities).where(and(eq(activities.objectId, objectId), isWritten))
  }),
  within('tag.created', (tx, { tagId, userId }) => recordActivity(tx, 'created', tagId, userId)),
  within('tag.edited', (tx, { tagId, userId }) => recordActivity(tx, 'edited', tagId, userId)),
  within('tag.deleted', (tx, { tagId, userId }) => recordActivity(tx, 'deleted', tagId, userId)),
  within('tag.recovered', (tx, { tagId, userId }) =>
    recordActivity(tx, 'undeleted', tagId, userId),
  ),
]

async function recordActivity(tx: Tx, kind: ActivityKind, objectId: string, userId: string) {
  await tx.insert(activities).values({ kind, objectId, userId, createdAt: tx.now })
}
