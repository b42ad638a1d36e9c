import { and, eq, sql } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import type { Tx } from '../../../kernel/context.ts'
import { activities, type ActivityKind } from '../../../schema/activity.ts'

export const activityListeners = [
  within('question.asked', (tx, { questionId, userId, revisionId }) =>
    recordActivity(tx, 'asked', questionId, { userId, revisionId }),
  ),
  within('question.edited', (tx, { questionId, ...edit }) => recordEdit(tx, questionId, edit)),
  within('question.deleted', (tx, { questionId, userId }) =>
    recordActivity(tx, 'deleted', questionId, { userId }),
  ),
  within('question.recovered', (tx, { questionId, userId }) =>
    recordActivity(tx, 'undeleted', questionId, { userId }),
  ),
  within('question.closed', (tx, { questionId, userId, closingId }) =>
    recordActivity(tx, 'closed', questionId, { userId, closingId }),
  ),
  within('question.pinned', (tx, { questionId, userId }) =>
    recordActivity(tx, 'pin', questionId, { userId }),
  ),
  within('question.unpinned', (tx, { questionId, userId }) =>
    recordActivity(tx, 'unpin', questionId, { userId }),
  ),
  within('question.listed', (tx, { questionId, userId }) =>
    recordActivity(tx, 'show', questionId, { userId }),
  ),
  within('question.unlisted', (tx, { questionId, userId }) =>
    recordActivity(tx, 'hide', questionId, { userId }),
  ),
  within('question.protected', (tx, { questionId, userId }) =>
    recordActivity(tx, 'protected', questionId, { userId }),
  ),
  within('question.unprotected', (tx, { questionId, userId }) =>
    recordActivity(tx, 'unprotected', questionId, { userId }),
  ),
  within('question.locked', (tx, { questionId, userId }) =>
    recordActivity(tx, 'locked', questionId, { userId }),
  ),
  within('question.unlocked', (tx, { questionId, userId }) =>
    recordActivity(tx, 'unlocked', questionId, { userId }),
  ),
  within('question.reopened', (tx, { questionId, userId }) =>
    recordActivity(tx, 'reopened', questionId, { userId }),
  ),
  within('answer.posted', (tx, { answerId, userId, revisionId }) =>
    recordActivity(tx, 'answered', answerId, { userId, revisionId }),
  ),
  within('answer.edited', (tx, { answerId, ...edit }) => recordEdit(tx, answerId, edit)),
  within('answer.deleted', (tx, { answerId, userId }) =>
    recordActivity(tx, 'deleted', answerId, { userId }),
  ),
  within('answer.recovered', (tx, { answerId, userId }) =>
    recordActivity(tx, 'undeleted', answerId, { userId }),
  ),
  within('answer.accepted', (tx, { answerId, userId }) =>
    recordActivity(tx, 'accept', answerId, { userId }),
  ),
  within('answer.unaccepted', (tx, { answerId, userId }) =>
    recordActivity(tx, 'unaccept', answerId, { userId }),
  ),
  within('answer.locked', (tx, { answerId, userId }) =>
    recordActivity(tx, 'locked', answerId, { userId }),
  ),
  within('answer.unlocked', (tx, { answerId, userId }) =>
    recordActivity(tx, 'unlocked', answerId, { userId }),
  ),
  // The former object keeps its history, and has no further row.
  within('answer.converted', (tx, { commentId, userId }) =>
    recordActivity(tx, 'converted', commentId, { userId }),
  ),
  within('comment.converted', (tx, { answerId, userId }) =>
    recordActivity(tx, 'converted', answerId, { userId }),
  ),
  within('comment.moved', (tx, { commentId, userId }) =>
    recordActivity(tx, 'moved', commentId, { userId }),
  ),
  within('comment.added', (tx, { commentId, userId }) =>
    recordActivity(tx, 'commented', commentId, { userId }),
  ),
  within('comment.deleted', (tx, { commentId, userId }) =>
    recordActivity(tx, 'deleted', commentId, { userId }),
  ),
  within('comment.recovered', (tx, { commentId, userId }) =>
    recordActivity(tx, 'undeleted', commentId, { userId }),
  ),
  within('tag.created', (tx, { tagId, userId, revisionId }) =>
    recordActivity(tx, 'created', tagId, { userId, revisionId }),
  ),
  within('tag.edited', (tx, { tagId, ...edit }) => recordEdit(tx, tagId, edit)),
  within('tag.deleted', (tx, { tagId, userId }) =>
    recordActivity(tx, 'deleted', tagId, { userId }),
  ),
  within('content.unpublished', async (tx, { objectId }) => {
    const { kind } = activities
    const isWritten = sql`${kind} in ('asked', 'answered', 'commented')`
    await tx.delete(activities).where(and(eq(activities.objectId, objectId), isWritten))
  }),
  within('tag.recovered', (tx, { tagId, userId }) =>
    recordActivity(tx, 'undeleted', tagId, { userId }),
  ),
]

type Edit = { userId: string; revisionId: string; isRollback: boolean }

async function recordEdit(tx: Tx, objectId: string, { userId, revisionId, isRollback }: Edit) {
  await recordActivity(tx, isRollback ? 'rollback' : 'edited', objectId, { userId, revisionId })
}

type Act = { userId: string; revisionId?: string; closingId?: string }

async function recordActivity(tx: Tx, kind: ActivityKind, objectId: string, act: Act) {
  await tx.insert(activities).values({ kind, objectId, createdAt: tx.now, ...act })
}
