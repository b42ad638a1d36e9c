import type { NewsKind } from '@stoa/contract/features/mails'
import type { NotificationKind, NotificationReason } from '@stoa/contract/features/notifications'

/** Who is notified, by which kind of notification, and what users choose it by. Votes are neither chosen nor sent. */
export type Notice = readonly [to: Relation, kind: NotificationKind, news: NewsKind | null]

/** To what happened. Badges are awarded, so they have no occasion. */
export type Relation = Exclude<NotificationReason, 'earner'>

/**
 * Who is notified of what. Nobody is notified of their own act, and nobody twice about the same one: of several reasons, the
 * first counts.
 */
export const notices = {
  question_asked: [
    ['mentioned', 'mention_you', 'comments'],
    ['user_follower', 'followed_user_asked', 'followed_users'],
  ],
  question_edited: [
    ['mentioned', 'mention_you', 'comments'],
    ['asker', 'update_question', 'changes'],
    ['follower', 'update_question', 'followed_questions'],
  ],
  question_commented: [
    ['replied', 'reply_to_you', 'comments'],
    ['mentioned', 'mention_you', 'comments'],
    ['asker', 'comment_question', 'comments'],
  ],
  question_closed: [['asker', 'your_question_is_closed', 'decisions']],
  question_reopened: [['asker', 'your_question_was_reopened', 'decisions']],
  question_deleted: [['asker', 'your_question_was_deleted', 'decisions']],
  answer_posted: [
    ['mentioned', 'mention_you', 'comments'],
    ['asker', 'answer_the_question', 'answers'],
    ['follower', 'answer_the_question', 'followed_questions'],
    ['user_follower', 'followed_user_answered', 'followed_users'],
  ],
  answer_edited: [
    ['mentioned', 'mention_you', 'comments'],
    ['author', 'update_answer', 'changes'],
    ['asker', 'update_answer', 'changes'],
    ['follower', 'update_answer', 'followed_questions'],
  ],
  answer_accepted: [
    ['author', 'accept_answer', 'changes'],
    ['follower', 'accept_answer', 'followed_questions'],
  ],
  answer_commented: [
    ['replied', 'reply_to_you', 'comments'],
    ['mentioned', 'mention_you', 'comments'],
    ['author', 'comment_answer', 'comments'],
  ],
  answer_deleted: [['author', 'your_answer_was_deleted', 'decisions']],
  comment_deleted: [['author', 'your_comment_was_deleted', 'decisions']],
  invited: [['invited', 'invited_you_to_answer', 'invitations']],
  edit_approved: [['editor', 'your_edit_was_approved', 'decisions']],
  edit_rejected: [['editor', 'your_edit_was_rejected', 'decisions']],
  post_approved: [['author', 'your_post_was_approved', 'decisions']],
  post_rejected: [['author', 'your_post_was_rejected', 'decisions']],
  flag_upheld: [['flagger', 'your_flag_was_helpful', 'decisions']],
  flag_declined: [['flagger', 'your_flag_was_declined', 'decisions']],
  question_voted_up: [['asker', 'up_voted_question', null]],
  question_voted_down: [['asker', 'down_voted_question', null]],
  answer_voted_up: [['author', 'up_voted_answer', null]],
  answer_voted_down: [['author', 'down_voted_answer', null]],
  comment_voted_up: [['author', 'up_voted_comment', null]],
} as const satisfies Record<string, readonly Notice[]>

export type Occasion = keyof typeof notices

/** What a notification is about depends on its kind and on why the user has it. */
export type NewsRule = { kind: NotificationKind; reason: Relation; news: NewsKind }

export const newsRules: readonly NewsRule[] = [
  ...new Map(
    Object.values<readonly Notice[]>(notices)
      .flat()
      .flatMap(([reason, kind, news]) => (news === null ? [] : [{ reason, kind, news }]))
      .map((rule) => [`${rule.kind} ${rule.reason} ${rule.news}`, rule] as const),
  ).values(),
]

/** Who gets a mail without a notification. Of several reasons, the first counts. */
export const mailNotices = {
  question_asked: [
    ['tag_follower', 'followed_tags'],
    ['subscriber', 'all_questions'],
  ],
} as const satisfies Partial<Record<Occasion, readonly (readonly [to: string, mail: NewsKind])[]>>

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
const namedRelations: readonly Relation[] = ['mentioned', 'invited', 'editor']

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
  'earned_badge',
]

type VotedType = 'question' | 'answer' | 'comment'

/** Comments have no downvotes. */
export function occasionOfVote(type: VotedType, value: 1 | -1): Occasion | null {
  if (type === 'comment') return value === 1 ? 'comment_voted_up' : null
  return value === 1 ? `${type}_voted_up` : `${type}_voted_down`
}
