import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import { BadgeAwardSummary } from './badges.ts'
import { UserBasic } from './users.ts'

export const notificationTabs = ['posts', 'votes', 'invites', 'achievement'] as const
export type NotificationTab = (typeof notificationTabs)[number]

/** Every kind of notification and the tab that lists it. */
export const notificationKinds = {
  answer_the_question: 'posts',
  followed_user_asked: 'posts',
  followed_user_answered: 'posts',
  update_question: 'posts',
  update_answer: 'posts',
  accept_answer: 'posts',
  comment_question: 'posts',
  comment_answer: 'posts',
  reply_to_you: 'posts',
  mention_you: 'posts',
  your_question_is_closed: 'posts',
  your_question_was_reopened: 'posts',
  your_question_was_deleted: 'posts',
  your_answer_was_deleted: 'posts',
  your_comment_was_deleted: 'posts',
  your_edit_was_approved: 'posts',
  your_edit_was_rejected: 'posts',
  your_post_was_approved: 'posts',
  your_post_was_rejected: 'posts',
  your_flag_was_helpful: 'posts',
  your_flag_was_declined: 'posts',
  up_voted_question: 'votes',
  down_voted_question: 'votes',
  up_voted_answer: 'votes',
  down_voted_answer: 'votes',
  up_voted_comment: 'votes',
  invited_you_to_answer: 'invites',
  reputation: 'achievement',
  earned_badge: 'achievement',
} as const satisfies Record<string, NotificationTab>
export type NotificationKind = keyof typeof notificationKinds

const kindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]

/** Why somebody is notified. */
export const notificationReasons = [
  'asker',
  'author',
  'follower',
  'user_follower',
  'replied',
  'mentioned',
  'invited',
  'editor',
  'flagger',
  'earner',
] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** Reputation has the title only. */
export type SentenceKind = Exclude<NotificationKind, 'reputation'>

const ownKinds = ['update_question', 'update_answer', 'accept_answer', 'comment_answer'] as const
type OwnKind = (typeof ownKinds)[number]

const hasOwnSentence = (kind: NotificationKind): kind is OwnKind =>
  (ownKinds as readonly NotificationKind[]).includes(kind)

/** The message of a notification. It says "your" if the reader wrote what it is about. */
export function sentenceKey(kind: SentenceKind, reason: NotificationReason) {
  const isOwn = reason === 'author' || (reason === 'asker' && kind === 'update_question')
  return isOwn && hasOwnSentence(kind)
    ? (`notifications.kind.${kind}_own` as const)
    : (`notifications.kind.${kind}` as const)
}

/** One or more events of the same kind that happened to the same object. */
export const Notification = z.object({
  id: z.string(),
  kind: z.enum(kindNames),
  /** In the language of the caller. */
  notification_action: z.string(),
  reason: z.enum(notificationReasons),
  /** Who did it last. Null where nobody is named, such as for downvotes. */
  user_info: UserBasic.nullable(),
  /** Up to two, newest first. */
  users: z.array(UserBasic).max(2),
  /** Of different users, named or not. */
  user_count: z.number().int(),
  /** What happened last: the new answer or comment, or else the object. Ids that do not apply are `0`. */
  object_info: z.object({
    object_type: z.enum(['question', 'answer', 'comment', 'tag', 'flag', 'badge_award']),
    object_id: z.string(),
    title: z.string(),
    url_title: z.string(),
    /** The beginning of the new answer or comment. */
    excerpt: z.string(),
    object_map: z.object({
      question: z.string(),
      answer: z.string(),
      comment: z.string(),
      badge_id: z.string(),
    }),
  }),
  /** Whether the caller muted the question that it is about. */
  is_muted: z.boolean(),
  /** Reputation from the object; 0 for other kinds. */
  rank: z.number().int(),
  is_read: z.boolean(),
  update_time: z.number().int(),
})
export type Notification = z.output<typeof Notification>

const notificationType = z.enum(['inbox', 'achievement'])
export type NotificationType = z.output<typeof notificationType>

export const listNotifications = endpoint({
  method: 'GET',
  path: `${apiPrefix}/notification/page`,
  access: 'member',
  allowsKeys: true,
  summary: "Lists the caller's notifications, newest first.",
  input: {
    ...paging,
    type: notificationType.default('inbox'),
    inbox_type: z.enum(['all', 'posts', 'invites', 'votes']).default('all'),
    unread: z.enum(['true', 'false']).default('false'),
  },
  response: pageOf(Notification),
})

const notificationId = z
  .union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,17}$/)])
  .transform(String)

export const markRead = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/notification/read/state`,
  access: 'member',
  allowsKeys: true,
  summary: "Marks one of the caller's notifications as read.",
  input: { id: notificationId },
  response: z.null(),
  errors: ['notification.not_found'],
})

export const markAllRead = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/notification/read/state/all`,
  access: 'member',
  allowsKeys: true,
  summary: "Marks all of the caller's notifications of one type as read.",
  input: { type: notificationType },
  response: z.null(),
})

const NewBadge = z.object({
  notification_id: z.string(),
  badge_id: z.string(),
  name: z.string(),
  icon: z.string(),
  level: BadgeAwardSummary.shape.level,
})

export const NotificationStatus = z.object({
  /** New notifications in the inbox, up to `limits.newNotifications`. */
  inbox: z.number().int(),
  achievement: z.number().int(),
  /** Reputation gained or lost since the caller last looked. */
  achievement_points: z.number().int(),
  /** Open cases in the review queues of the caller. */
  revision: z.number().int(),
  can_revision: z.boolean(),
  /** The first badge that the caller has not been congratulated on. Reading its notification ends that. */
  badge_award: NewBadge.nullable(),
})
export type NotificationStatus = z.output<typeof NotificationStatus>

export const getNotificationStatus = endpoint({
  method: 'GET',
  path: `${apiPrefix}/notification/status`,
  access: 'member',
  allowsKeys: true,
  summary: 'Counts what is new for the caller.',
  input: {},
  response: NotificationStatus,
  isPolled: true,
})

export const clearNotificationStatus = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/notification/status`,
  access: 'member',
  allowsKeys: true,
  summary:
    'Sets the count of new notifications of one type to zero. They stay unread until they are opened.',
  input: { type: notificationType },
  response: NotificationStatus,
})
