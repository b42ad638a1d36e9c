import type { EventName } from '../../kernel/events.ts'
import { within } from '../../kernel/events.ts'
import type { Feature } from '../../kernel/feature.ts'
import { everything } from '../../kernel/pages/page-cache.ts'
import { objectTag, personTag } from '../../kernel/pages/page-tags.ts'

/**
 * Changes of what there is, of titles, tags and links: any page may show it, as one of its kind, of its tags or of
 * those that point to it. They are few beside votes and comments.
 */
const sweeping = [
  'question.asked',
  'question.recovered',
  'question.reopened',
  'answer.posted',
  'answer.recovered',
  'tag.created',
  'tag.edited',
  'tag.recovered',
  'tag.merged',
] as const satisfies EventName[]

/** After these something must not be seen any more: no process shows it when the change is answered. */
const withdrawing = [
  'account.left',
  'question.edited',
  'question.deleted',
  'answer.edited',
  'answer.deleted',
  'tag.deleted',
] as const satisfies EventName[]

/** Which kept pages a change makes old. */
export const pagesFeature: Feature = {
  name: 'pages',
  listeners: [
    ...sweeping.map((event) => within(event, async (tx) => tx.touch([everything], 'soon'))),
    ...withdrawing.map((event) => within(event, async (tx) => tx.touch([everything], 'now'))),
    within('account.activated', async (tx, { userId }) => tx.touch([personTag(userId)], 'soon')),
    within('answer.accepted', async (tx, { answerId, questionId }) =>
      tx.touch([answerId, questionId].map(objectTag), 'soon'),
    ),
    within('answer.unaccepted', async (tx, { answerId, questionId }) =>
      tx.touch([answerId, questionId].map(objectTag), 'soon'),
    ),
    within('question.invited', async (tx, { questionId }) =>
      tx.touch([objectTag(questionId)], 'soon'),
    ),
    within('comment.added', async (tx, { postId }) => tx.touch([objectTag(postId)], 'soon')),
    within('comment.edited', async (tx, { postId }) => tx.touch([objectTag(postId)], 'now')),
    within('comment.deleted', async (tx, { postId }) => tx.touch([objectTag(postId)], 'now')),
    within('post.voted', async (tx, { objectId }) => tx.touch([objectTag(objectId)], 'soon')),
    within('post.reacted', async (tx, { objectId }) => tx.touch([objectTag(objectId)], 'soon')),
    within('object.followed', async (tx, { objectId }) => tx.touch([objectTag(objectId)], 'soon')),
  ],
}
