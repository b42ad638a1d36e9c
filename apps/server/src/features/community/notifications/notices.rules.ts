import type { NotificationKind, NotificationReason } from '@stoa/contract/features/notifications'

/** Who is notified, and by which kind of notification. */
export type Notice = readonly [to: NotificationReason, kind: NotificationKind]

/**
 * Who is notified of what. Nobody is notified of their own act, and nobody twice about the same one: of several reasons, the
 * first counts.
 */
export const notices = {
  question_asked: [['mentioned', 'mention_you']],
  question_edited: [
    ['mentioned', 'mention_you'],
    ['asker', 'update_question'],
    ['follower', 'update_question'],
  ],
  question_commented: [
    ['replied', 'reply_to_you'],
    ['mentioned', 'mention_you'],
    ['asker', 'comment_question'],
  ],
  question_closed: [['asker', 'your_question_is_closed']],
  question_reopened: [['asker', 'your_question_was_reopened']],
  question_deleted: [['asker', 'your_question_was_deleted']],
  answer_posted: [
    ['mentioned', 'mention_you'],
    ['asker', 'answer_the_question'],
    ['follower', 'answer_the_question'],
  ],
  answer_edited: [
    ['mentioned', 'mention_you'],
    ['author', 'update_answer'],
    ['asker', 'update_answer'],
    ['follower', 'update_answer'],
  ],
  answer_accepted: [
    ['author', 'accept_answer'],
    ['follower', 'accept_answer'],
  ],
  answer_commented: [
    ['replied', 'reply_to_you'],
    ['mentioned', 'mention_you'],
    ['author', 'comment_answer'],
  ],
  answer_deleted: [['author', 'your_answer_was_deleted']],
  comment_deleted: [['author', 'your_comment_was_deleted']],
  invited: [['invited', 'invited_you_to_answer']],
  edit_approved: [['editor', 'your_edit_was_approved']],
  edit_rejected: [['editor', 'your_edit_was_rejected']],
  post_approved: [['author', 'your_post_was_approved']],
  post_rejected: [['author', 'your_post_was_rejected']],
  flag_upheld: [['flagger', 'your_flag_was_helpful']],
  flag_declined: [['flagger', 'your_flag_was_declined']],
  question_voted_up: [['asker', 'up_voted_question']],
  question_voted_down: [['asker', 'down_voted_question']],
  answer_voted_up: [['author', 'up_voted_answer']],
  answer_voted_down: [['author', 'down_voted_answer']],
  comment_voted_up: [['author', 'up_voted_comment']],
} as const satisfies Record<string, readonly Notice[]>

export type Occasion = keyof typeof notices

/** Notified although the content is not public: its author learns that it is gone. */
export const hiddenOccasions: readonly Occasion[] = [
  'question_deleted',
  'answer_deleted',
  'comment_deleted',
  'post_rejected',
  'flag_upheld',
  'flag_declined',
]

/** Whom the event itself names. */
const namedRelations: readonly NotificationReason[] = ['mentioned', 'invited', 'editor']

export function isOnlyForNamed(occasion: Occasion): boolean {
  return notices[occasion].every(([to]) => namedRelations.includes(to))
}

/** Kinds that stay when the content is deleted. */
export const kindsAfterDeletion: readonly NotificationKind[] = hiddenOccasions.flatMap((occasion) =>
  notices[occasion].map(([, kind]) => kind),
)

/** Events of these kinds concern one user each, so that two of them never become one notification of a third. */
export const personalKinds: readonly NotificationKind[] = [
  'reply_to_you',
  'mention_you',
  'invited_you_to_answer',
]

/** Kinds that never say who did it. */
export const anonymousKinds: readonly NotificationKind[] = [
  'down_voted_question',
  'down_voted_answer',
  'your_question_was_deleted',
  'your_answer_was_deleted',
  'your_comment_was_deleted',
  'your_edit_was_approved',
  'your_edit_was_rejected',
  'your_post_was_approved',
  'your_post_was_rejected',
  'your_flag_was_helpful',
  'your_flag_was_declined',
  'reputation',
]

type VotedType = 'question' | 'answer' | 'comment'

/** Comments have no downvotes. */
export function occasionOfVote(type: VotedType, value: 1 | -1): Occasion | null {
  if (type === 'comment') return value === 1 ? 'comment_voted_up' : null
  return value === 1 ? `${type}_voted_up` : `${type}_voted_down`
}
