import type { Tx } from '../../../kernel/context.ts'
import { within } from '../../../kernel/events.ts'
import type { Occasion } from './notices.rules.ts'
import { queueNotification, takeBack } from './occasions.listeners.ts'
import { forgetContent, forgetUser } from './retraction.actions.ts'

/** What is deleted takes back its notifications. Its author is notified, unless they did it. */
export const deletionListeners = [
  within('question.deleted', (tx, { questionId, authorId, userId }) =>
    takeAway(tx, 'question_deleted', { id: questionId, authorId, userId }),
  ),
  within('answer.deleted', (tx, { answerId, authorId, userId }) =>
    takeAway(tx, 'answer_deleted', { id: answerId, authorId, userId }),
  ),
  within('comment.deleted', (tx, { commentId, authorId, userId }) =>
    takeAway(tx, 'comment_deleted', { id: commentId, authorId, userId }),
  ),
  within('question.recovered', (tx, { questionId }) =>
    takeBack(tx, questionId, ['your_question_was_deleted', 'your_post_was_rejected']),
  ),
  within('answer.recovered', (tx, { answerId }) =>
    takeBack(tx, answerId, ['your_answer_was_deleted', 'your_post_was_rejected']),
  ),
  within('comment.recovered', (tx, { commentId }) =>
    takeBack(tx, commentId, ['your_comment_was_deleted', 'your_post_was_rejected']),
  ),
  within('content.unpublished', (tx, { objectId }) => hide(tx, objectId)),
  within('answer.converted', (tx, { answerId }) => hide(tx, answerId)),
  within('comment.converted', (tx, { commentId }) => hide(tx, commentId)),
  within('content.removed', (tx, { postIds, commentIds }) =>
    forgetContent(tx, [...postIds, ...commentIds]),
  ),
  within('flag_case.decided', (tx, { caseId, userId }) =>
    tx.emit('notifications.due', { work: 'flag_case', caseId, actorId: userId }),
  ),
  within('flag_case.reopened', (tx, { caseId, userId }) =>
    tx.emit('notifications.due', { work: 'flag_case', caseId, actorId: userId }),
  ),
  within('account.left', (tx, { userId }) => forgetUser(tx, userId)),
]

type Deletion = { id: string; authorId: string; userId: string }

async function takeAway(tx: Tx, occasion: Occasion, { id, authorId, userId }: Deletion) {
  await hide(tx, id)
  if (authorId !== userId) await queueNotification(tx, occasion, { objectId: id, actorId: userId })
}

async function hide(tx: Tx, id: string) {
  await tx.emit('notifications.due', { work: 'retract_content', id })
}
