import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type {
  listNotifications as listCall,
  Notification,
  NotificationKind,
  NotificationStatus,
  NotificationType,
} from '@stoa/contract/features/notifications'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import {
  notificationEvents,
  notifications,
  notificationStates,
} from '../../../schema/notifications.ts'
import { badgeAwards, badges } from '../../../schema/badges.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { isCommentOpenTo, isPostVisibleTo } from '../../content/shared/posts.visibility.ts'
import { badgeName } from '../badges/badge-texts.rules.ts'
import { type Actors, listActors, nobody } from './actors.queries.ts'
import { isMuted } from './events.queries.ts'
import { isOfType } from './marks.actions.ts'
import { anonymousKinds } from './notices.rules.ts'

type ListInput = ParsedInputOf<typeof listCall>
const excerptLength = 300
export type View = { t: Translate; writeId: WriteId }

export async function listNotifications(
  db: ReadDb,
  actor: Viewer,
  input: ListInput,
  view: View,
): Promise<Page<Notification>> {
  const { type, inbox_type: tab, unread } = input
  const matches = and(
    eq(notifications.userId, actor.id),
    type === 'inbox' && tab !== 'all' ? eq(notifications.tab, tab) : isOfType(type),
    // A literal, so that the partial index matches.
    unread === 'true' ? sql`${notifications.state} < 2` : undefined,
    isNotificationVisibleTo(actor),
  )
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => notificationsQuery(db).where(matches).$dynamic(),
    [desc(notifications.updatedAt), desc(notifications.id)],
    input,
  )
  const actors = await listActors(
    db,
    rows.map(({ id }) => id),
  )
  return {
    count,
    list: rows.map((row) => toNotification(row, actors.get(row.id) ?? nobody, view)),
  }
}

/** What is new: the answer or comment of the event, or else the object. Joins both tables. */
export const targetId = sql`case when ${notificationEvents.sourceId} >= 10000000000000000
  then ${notificationEvents.sourceId} else ${notifications.objectId} end`

function notificationsQuery(db: ReadDb) {
  const { id, kind, reason, objectId, points, seenPoints, state, updatedAt } = notifications
  return db
    .select({
      id,
      kind,
      reason,
      objectId,
      points,
      seenPoints,
      state,
      updatedAt,
      questionId: questions.id,
      answerId: answers.id,
      commentId: comments.id,
      title: questions.title,
      slug: questions.slug,
      tagName: tags.slugName,
      commentText: sql<
        string | null
      >`left(${comments.originalText}, ${sql.raw(String(excerptLength))})`,
      answerExcerpt: answers.excerpt,
      badgeId: badges.id,
      badgeKey: badges.key,
      badgeTitle: badges.name,
      isMuted: sql<boolean>`${isMuted(sql`${notifications.userId}`, sql`${questions.id}`)}`,
    })
    .from(notifications)
    .leftJoin(notificationEvents, eq(notificationEvents.id, notifications.lastEventId))
    .leftJoin(comments, eq(comments.id, targetId))
    .leftJoin(answers, eq(answers.id, sql`coalesce(${comments.answerId}, ${targetId})`))
    .leftJoin(
      questions,
      eq(questions.id, sql`coalesce(${comments.questionId}, ${answers.questionId}, ${targetId})`),
    )
    .leftJoin(tags, eq(tags.id, targetId))
    .leftJoin(badgeAwards, eq(badgeAwards.id, notifications.objectId))
    .leftJoin(badges, eq(badges.id, badgeAwards.badgeId))
}

type NotificationRow = Awaited<ReturnType<typeof notificationsQuery>>[number]

/** Checked when it is read too: content may be hidden after the notification. */
function isNotificationVisibleTo(actor: Viewer): SQL {
  return sql`(${isNewsVisibleTo(actor)} or ${badges.isActive})`
}

/** Checked when it is sent too. Badges are not sent. Requires the joins on `targetId`. */
export function isNewsVisibleTo(actor: Viewer): SQL {
  // Authors are notified that their comment is gone, although they can no longer read it.
  const isOwn = and(
    inArray(notifications.kind, ['your_comment_was_deleted', 'your_post_was_rejected']),
    eq(comments.userId, actor.id),
  )
  const isOpenComment = sql`(${comments.id} is null or ${isOwn} or ${isCommentOpenTo(actor)})`
  const isContent = and(sql`${questions.id} is not null`, isOpenComment, isPostVisibleTo(actor))
  return sql`(${isContent} or not ${tags.isDeleted} or ${notifications.kind} in ('your_flag_was_helpful', 'your_flag_was_declined'))`
}

function toNotification(row: NotificationRow, actors: Actors, { t, writeId }: View): Notification {
  const isAnonymous = anonymousKinds.includes(row.kind)
  const users = isAnonymous ? [] : actors.users
  return {
    id: row.id,
    kind: row.kind,
    notification_action: t(`notification.action.${row.kind}`),
    reason: row.reason,
    user_info: users[0] ?? null,
    users,
    user_count: actors.count,
    object_info: {
      object_type: typeOf(row),
      object_id: writeId(
        row.commentId ?? row.answerId ?? row.questionId ?? row.badgeId ?? row.objectId,
      ),
      title: titleOf(row, t),
      url_title: row.slug ?? row.tagName ?? '',
      excerpt: excerptOf(row),
      object_map: {
        question: writeId(row.questionId),
        answer: writeId(row.answerId),
        comment: writeId(row.commentId),
        badge_id: writeId(row.badgeId),
      },
    },
    is_muted: row.isMuted,
    rank: row.points,
    is_read: row.state === notificationStates.read,
    update_time: toUnix(row.updatedAt),
  }
}

function typeOf(row: NotificationRow) {
  if (row.commentId !== null) return 'comment'
  if (row.answerId !== null) return 'answer'
  if (row.questionId !== null) return 'question'
  if (row.badgeId !== null) return 'badge_award'
  return row.tagName === null ? 'flag' : 'tag'
}

function titleOf({ title, tagName, badgeId, badgeKey, badgeTitle }: NotificationRow, t: Translate) {
  if (badgeId === null) return title ?? tagName ?? ''
  return badgeName({ key: badgeKey, name: badgeTitle ?? '' }, t)
}

/** Kinds about a new text, whose beginning is shown. */
export const kindsWithExcerpt: readonly NotificationKind[] = [
  'answer_the_question',
  'comment_question',
  'comment_answer',
  'reply_to_you',
  'mention_you',
]

function excerptOf({ kind, commentText, answerExcerpt }: NotificationRow) {
  return kindsWithExcerpt.includes(kind) ? (commentText ?? answerExcerpt ?? '') : ''
}

type NewCounts = Pick<NotificationStatus, 'inbox' | 'achievement' | 'achievement_points'>

/** Counted up to a limit, from the rows themselves: there is no counter that could be wrong. */
export async function countNew(db: ReadDb, actor: Viewer): Promise<NewCounts> {
  const newOf = (type: NotificationType) =>
    notificationsQuery(db)
      .where(
        and(
          eq(notifications.userId, actor.id),
          sql`${notifications.state} = 0`,
          isOfType(type),
          isNotificationVisibleTo(actor),
        ),
      )
      .limit(limits.newNotifications.max)
      .getSQL()
  const [row] = await db
    .select({
      inbox: sql<number>`(select count(*)::int from (${newOf('inbox')}) as inbox)`,
      achievement: sql<number>`count(*)::int`,
      achievement_points: sql<number>`coalesce(sum(points - seen_points), 0)::int`,
    })
    .from(sql`(${newOf('achievement')}) as achievements`)
  return row ?? { inbox: 0, achievement: 0, achievement_points: 0 }
}

/** Of a user with more badges, older ones are not looked at. */
const maxAwards = 100

/** The first badge that the user has not been congratulated on. */
export async function findNewBadge(db: ReadDb, userId: string) {
  const recent = db
    .select({ id: badgeAwards.id, badgeId: badgeAwards.badgeId })
    .from(badgeAwards)
    .where(eq(badgeAwards.userId, userId))
    .orderBy(desc(badgeAwards.id))
    .limit(maxAwards)
    .as('recent')
  const { id: badgeId, key, name, icon, level } = badges
  const [row] = await db
    .select({ notificationId: notifications.id, badgeId, key, name, icon, level })
    .from(recent)
    .innerJoin(
      notifications,
      and(
        eq(notifications.objectId, recent.id),
        eq(notifications.kind, 'earned_badge'),
        eq(notifications.state, notificationStates.new),
      ),
    )
    .innerJoin(badges, and(eq(badges.id, recent.badgeId), eq(badges.isActive, true)))
    .orderBy(asc(notifications.id))
    .limit(1)
  return row ?? null
}

type NewBadge = NonNullable<Awaited<ReturnType<typeof findNewBadge>>>

export function toNewBadge(row: NewBadge, { t, writeId }: View): NotificationStatus['badge_award'] {
  const { notificationId, badgeId, icon, level } = row
  return {
    notification_id: notificationId,
    badge_id: writeId(badgeId),
    name: badgeName(row, t),
    icon,
    level,
  }
}
