import type { EventName } from '../../../kernel/context.ts'
import { within } from '../../../kernel/events.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { allPagesKey, objectKey, userKey } from '../../../kernel/page-keys.ts'

/** Any page may show these changes in a list, a tag or a link. They are rare compared with votes and comments. */
const eventsInvalidatingSoon = [
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

/** These hide content: every process has to drop its pages before the response is sent. */
const eventsInvalidatingNow = [
  'account.left',
  'question.edited',
  'question.deleted',
  'answer.edited',
  'answer.deleted',
  'tag.deleted',
] as const satisfies EventName[]

export const pagesFeature: Feature = {
  name: 'pages',
  listeners: [
    ...eventsInvalidatingSoon.map((event) =>
      within(event, async (tx) => tx.invalidatePages([allPagesKey], 'soon')),
    ),
    ...eventsInvalidatingNow.map((event) =>
      within(event, async (tx) => tx.invalidatePages([allPagesKey], 'now')),
    ),
    within('account.activated', async (tx, { userId }) =>
      tx.invalidatePages([userKey(userId)], 'soon'),
    ),
    within('answer.accepted', async (tx, { answerId, questionId }) =>
      tx.invalidatePages([answerId, questionId].map(objectKey), 'soon'),
    ),
    within('answer.unaccepted', async (tx, { answerId, questionId }) =>
      tx.invalidatePages([answerId, questionId].map(objectKey), 'soon'),
    ),
    within('question.invited', async (tx, { questionId }) =>
      tx.invalidatePages([objectKey(questionId)], 'soon'),
    ),
    within('comment.added', async (tx, { postId }) =>
      tx.invalidatePages([objectKey(postId)], 'soon'),
    ),
    within('comment.edited', async (tx, { postId }) =>
      tx.invalidatePages([objectKey(postId)], 'now'),
    ),
    within('comment.deleted', async (tx, { postId }) =>
      tx.invalidatePages([objectKey(postId)], 'now'),
    ),
    within('post.voted', async (tx, { objectId }) =>
      tx.invalidatePages([objectKey(objectId)], 'soon'),
    ),
    within('post.reacted', async (tx, { objectId }) =>
      tx.invalidatePages([objectKey(objectId)], 'soon'),
    ),
    within('object.followed', async (tx, { objectId }) =>
      tx.invalidatePages([objectKey(objectId)], 'soon'),
    ),
  ],
}
