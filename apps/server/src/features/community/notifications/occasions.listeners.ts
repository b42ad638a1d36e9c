import type { NotificationKind } from '@stoa/contract/features/notifications'
import { typeOfId } from '@stoa/contract/ids'
import type { Tx } from '../../../kernel/context.ts'
import { within } from '../../../kernel/events.ts'
import type { SuggestionDecision } from '../../../schema/suggestions.ts'
import { forgetBadges, notifyOfBadges } from './badge-notices.actions.ts'
import { isOnlyForNamed } from './notices.rules.ts'
import type { Due } from './notify.actions.ts'
import { notifyOfReputation } from './reputation-notices.actions.ts'
import { notifyOfVote } from './vote-notices.actions.ts'

// Most queue a job in the transaction of the change. `notices.rules.ts` says whom the job notifies.

export const occasionListeners = [
  within('question.asked', (tx, { questionId, userId, mentioned }) =>
    queueNotification(tx, 'question_asked', {
      objectId: questionId,
      actorId: userId,
      named: mentioned,
    }),
  ),
  within('question.edited', (tx, { questionId, userId, revisionId, mentioned }) =>
    queueNotification(tx, 'question_edited', {
      objectId: questionId,
      sourceId: revisionId,
      actorId: userId,
      named: mentioned,
    }),
  ),
  within('question.closed', async (tx, { questionId, userId, closingId }) => {
    await takeBack(tx, questionId, ['your_question_was_reopened'])
    await queueNotification(tx, 'question_closed', {
      objectId: questionId,
      sourceId: closingId,
      actorId: userId,
    })
  }),
  within('question.reopened', async (tx, { questionId, userId }) => {
    await takeBack(tx, questionId, ['your_question_is_closed'])
    await queueNotification(tx, 'question_reopened', { objectId: questionId, actorId: userId })
  }),
  within('question.invited', (tx, { questionId, userId, invited }) =>
    queueNotification(tx, 'invited', { objectId: questionId, actorId: userId, named: invited }),
  ),
  within('answer.posted', (tx, { answerId, questionId, userId, mentioned }) =>
    queueNotification(tx, 'answer_posted', {
      objectId: questionId,
      sourceId: answerId,
      actorId: userId,
      named: mentioned,
    }),
  ),
  within('answer.edited', (tx, { answerId, userId, revisionId, mentioned }) =>
    queueNotification(tx, 'answer_edited', {
      objectId: answerId,
      sourceId: revisionId,
      actorId: userId,
      named: mentioned,
    }),
  ),
  within('answer.accepted', (tx, { answerId, userId }) =>
    queueNotification(tx, 'answer_accepted', { objectId: answerId, actorId: userId }),
  ),
  within('answer.unaccepted', (tx, { answerId }) => takeBack(tx, answerId, ['accept_answer'])),
  within('comment.added', (tx, { commentId, postId, userId, mentioned }) =>
    queueNotification(
      tx,
      typeOfId(postId) === 'answer' ? 'answer_commented' : 'question_commented',
      {
        objectId: postId,
        sourceId: commentId,
        actorId: userId,
        named: mentioned,
      },
    ),
  ),
  within('suggestion.decided', (tx, { suggestionId, objectId, suggesterId, userId, decision }) =>
    queueNotification(tx, isApproval(decision) ? 'edit_approved' : 'edit_rejected', {
      objectId,
      sourceId: suggestionId,
      actorId: userId,
      named: [suggesterId],
    }),
  ),
  within('suggestion.reopened', (tx, { suggestionId }) =>
    takeBack(tx, suggestionId, ['your_edit_was_approved', 'your_edit_was_rejected']),
  ),
  within('held_post.decided', (tx, { objectId, userId, outcome }) =>
    queueNotification(tx, outcome === 'approved' ? 'post_approved' : 'post_rejected', {
      objectId,
      actorId: userId,
    }),
  ),
  within('post.voted', notifyOfVote),
  within('badges.awarded', async (tx, { awardIds, isNotified }) => {
    if (isNotified) await notifyOfBadges(tx, awardIds)
  }),
  within('badges.removed', (tx, { awardIds }) => forgetBadges(tx, awardIds)),
  within('reputation.changed', (tx, { changes }) => notifyOfReputation(tx, changes)),
]

/** With the reviewer's changes too. */
const isApproval = (decision: SuggestionDecision) =>
  decision === 'approved' || decision === 'improved'

type Happened = Omit<Due, 'occasion' | 'sourceId' | 'named'> &
  Partial<Pick<Due, 'sourceId' | 'named'>>

export async function queueNotification(tx: Tx, occasion: Due['occasion'], happened: Happened) {
  const { objectId, actorId, sourceId = objectId, named = [] } = happened
  if (named.length === 0 && isOnlyForNamed(occasion)) return
  await tx.emit('notifications.due', {
    work: 'notify',
    occasion,
    objectId,
    sourceId,
    actorId,
    named: [...named],
  })
}

export async function takeBack(tx: Tx, id: string, kinds: NotificationKind[]) {
  await tx.emit('notifications.due', { work: 'retract_kinds', id, kinds })
}
