import { within } from '../../kernel/events.ts'
import type { Tx } from '../../kernel/transact.ts'
import { activities, type ActivityKind } from './activity.table.ts'

export const activityListeners = [
  within('question.asked', (tx, { questionId, userId }) => note(tx, 'asked', questionId, userId)),
  within('question.edited', (tx, { questionId, userId }) => note(tx, 'edited', questionId, userId)),
  within('question.deleted', (tx, { questionId, userId }) =>
    note(tx, 'deleted', questionId, userId),
  ),
  within('question.recovered', (tx, { questionId, userId }) =>
    note(tx, 'undeleted', questionId, userId),
  ),
  within('question.reopened', (tx, { questionId, userId }) =>
    note(tx, 'reopened', questionId, userId),
  ),
  within('answer.posted', (tx, { answerId, userId }) => note(tx, 'answered', answerId, userId)),
  within('answer.edited', (tx, { answerId, userId }) => note(tx, 'edited', answerId, userId)),
  within('answer.deleted', (tx, { answerId, userId }) => note(tx, 'deleted', answerId, userId)),
  within('answer.recovered', (tx, { answerId, userId }) => note(tx, 'undeleted', answerId, userId)),
  within('answer.accepted', (tx, { answerId, userId }) => note(tx, 'accept', answerId, userId)),
  within('answer.unaccepted', (tx, { answerId, userId }) => note(tx, 'unaccept', answerId, userId)),
  within('comment.added', (tx, { commentId, userId }) => note(tx, 'commented', commentId, userId)),
  within('tag.created', (tx, { tagId, userId }) => note(tx, 'created', tagId, userId)),
  within('tag.edited', (tx, { tagId, userId }) => note(tx, 'edited', tagId, userId)),
  within('tag.deleted', (tx, { tagId, userId }) => note(tx, 'deleted', tagId, userId)),
  within('tag.recovered', (tx, { tagId, userId }) => note(tx, 'undeleted', tagId, userId)),
]

async function note(tx: Tx, kind: ActivityKind, objectId: string, userId: string) {
  await tx.insert(activities).values({ kind, objectId, userId, createdAt: tx.now })
}
