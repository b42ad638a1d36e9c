import type { NewsKind, SendingFrequency } from '@stoa/contract/features/mails'
import type { NotificationReason, SentenceKind } from '@stoa/contract/features/notifications'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { dueMails } from '../../../schema/mails.ts'
import { notificationEvents, notifications } from '../../../schema/notifications.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { isMuted } from '../notifications/events.queries.ts'
import { anonymousKinds } from '../notifications/notices.rules.ts'
import {
  isNewsVisibleTo,
  kindsWithExcerpt,
  targetId,
} from '../notifications/notifications.queries.ts'

/** More than a mail should say; the rest is in the inbox. */
const maxItems = 50
const excerptLength = 300

/** What the mail says about one event. */
export type EventItem = {
  subjectId: string
  mail: NewsKind
  kind: SentenceKind
  reason: NotificationReason
  at: Date
  /** Null where nobody is named. */
  actor: string | null
  title: string
  slug: string
  questionId: string | null
  answerId: string | null
  commentId: string | null
  tagName: string | null
  excerpt: string
}

type Queue = { viewer: Viewer; frequency: SendingFrequency }

const event = notificationEvents

const columns = {
  subjectId: dueMails.subjectId,
  mail: dueMails.kind,
  kind: notifications.kind,
  reason: notifications.reason,
  at: event.createdAt,
  actor: users.displayName,
  title: questions.title,
  slug: questions.slug,
  questionId: questions.id,
  answerId: answers.id,
  commentId: comments.id,
  tagName: tags.slugName,
  answerExcerpt: answers.excerpt,
  commentText: sql<
    string | null
  >`left(${comments.originalText}, ${sql.raw(String(excerptLength))})`,
}

/** The events that are due, as far as they are still in the inbox, new, and visible to the receiver. Oldest first. */
export async function listEventItems(
  db: ReadDb,
  { viewer, frequency }: Queue,
): Promise<EventItem[]> {
  const rows = await db
    .select(columns)
    .from(dueMails)
    .innerJoin(event, and(eq(event.id, dueMails.subjectId), eq(event.isVoid, false)))
    .innerJoin(notifications, isNewNotification)
    .innerJoin(users, eq(users.id, event.actorId))
    .leftJoin(comments, eq(comments.id, targetId))
    .leftJoin(answers, eq(answers.id, sql`coalesce(${comments.answerId}, ${targetId})`))
    .leftJoin(
      questions,
      eq(questions.id, sql`coalesce(${comments.questionId}, ${answers.questionId}, ${targetId})`),
    )
    .leftJoin(tags, eq(tags.id, targetId))
    .where(and(isDue(viewer.id, frequency), isNewsVisibleTo(viewer), isHeard(viewer)))
    .orderBy(dueMails.subjectId)
    .limit(maxItems)
  return rows.map(({ answerExcerpt, commentText, title, slug, actor, ...row }) => ({
    ...row,
    // Reputation has no events.
    kind: row.kind as SentenceKind,
    actor: anonymousKinds.includes(row.kind) ? null : actor,
    title: title ?? row.tagName ?? '',
    slug: slug ?? '',
    excerpt: kindsWithExcerpt.includes(row.kind) ? (commentText ?? answerExcerpt ?? '') : '',
  }))
}

const isNewNotification = and(
  eq(notifications.userId, dueMails.userId),
  eq(notifications.objectId, event.objectId),
  eq(notifications.kind, event.kind),
  sql`${event.id} between ${notifications.firstEventId} and ${notifications.lastEventId}`,
  sql`${notifications.state} = 0`,
)

const isHeard = ({ id }: Viewer) =>
  sql`(${dueMails.kind} = 'decisions' or not ${isMuted(sql`${id}::bigint`, sql`${questions.id}`)})`

/** A literal, so that the partial index matches. */
function isDue(userId: string, frequency: SendingFrequency) {
  return and(
    eq(dueMails.userId, userId),
    eq(dueMails.frequency, frequency),
    isNull(dueMails.settledAt),
  )
}
