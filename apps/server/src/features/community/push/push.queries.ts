import { defaultPush } from '@stoa/contract/features/mails'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { idArray } from '../../../kernel/id-array.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { sessions } from '../../../schema/accounts.ts'
import { textList } from '../../../schema/columns.ts'
import { notificationChoices } from '../../../schema/mails.ts'
import {
  notificationEvents,
  notifications,
  notificationStates,
} from '../../../schema/notifications.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { pushSubscriptions } from '../../../schema/push.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { cutoffsAt, isLive } from '../../people/auth/sessions.queries.ts'
import { withoutEnded } from '../../people/users/users.queries.ts'
import { isEventOfNotification, isMuted, newsRows } from '../notifications/events.queries.ts'
import { isNewsVisibleTo, targetId } from '../notifications/notifications.queries.ts'
import { pushRules } from './push.rules.ts'

type Due = { subscriptionId: string; eventId: string }

/** The browsers that get a message about one of the events. */
export async function listDue(tx: Tx, eventIds: readonly string[]): Promise<Due[]> {
  // Of events that concern everyone, only the authors of the posts get a message, so followers are not searched.
  const { rows } = await tx.execute<Due>(sql`
    select subscription.id::text as "subscriptionId", event.id::text as "eventId"
    from ${notificationEvents} event
    left join ${answers} on answers.id = event.object_id
    left join ${questions} on questions.id = coalesce(answers.question_id, event.object_id)
    inner join ${notifications} on ${isEventOfNotification} and notifications.state = 0
      and notifications.user_id in (event.receiver_id, answers.user_id, questions.user_id)
    inner join (values ${newsRows(pushRules)}) as rule (kind, reason, news)
      on rule.kind = notifications.kind and rule.reason = notifications.reason
    inner join ${pushSubscriptions} subscription on subscription.user_id = notifications.user_id
    left join ${notificationChoices} choices on choices.user_id = notifications.user_id
    where event.id = any(${idArray(eventIds)})
      and rule.news = any(coalesce(choices.pushed, array[${textList(defaultPush)}]))`)
  return rows
}

/** Null when it was removed, its session has ended, or its user may not use the site. */
export async function findSubscription(db: ReadDb, id: string, now: Date) {
  const { endpoint, p256dh, auth } = pushSubscriptions
  const [row] = await db
    .select({ endpoint, p256dh, auth, user: users, chosen: notificationChoices })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .leftJoin(notificationChoices, eq(notificationChoices.userId, users.id))
    .where(and(eq(pushSubscriptions.id, id), isLive(cutoffsAt(now))))
  if (row === undefined) return null
  const user = withoutEnded(row.user, now)
  return user.status === 'normal' && user.activatedAt !== null ? { ...row, user } : null
}

/** What the message says. Null when the user may not see it, has seen it meanwhile, or it was taken back. */
export async function findEvent(db: ReadDb, viewer: Viewer, eventId: string) {
  const actors = db.select({ id: users.id, name: users.displayName }).from(users).as('actors')
  const [row] = await db
    .select({
      notificationId: notifications.id,
      kind: notifications.kind,
      reason: notifications.reason,
      at: notificationEvents.createdAt,
      actor: actors.name,
      questionId: questions.id,
      slug: questions.slug,
      title: questions.title,
      answerId: answers.id,
      answerExcerpt: answers.excerpt,
      commentId: comments.id,
      commentText: comments.originalText,
    })
    .from(notificationEvents)
    .innerJoin(
      notifications,
      and(
        eq(notifications.userId, viewer.id),
        eq(notifications.kind, notificationEvents.kind),
        eq(notifications.objectId, notificationEvents.objectId),
        sql`${notifications.state} = ${sql.raw(String(notificationStates.new))}`,
        sql`${notificationEvents.id} between ${notifications.firstEventId} and ${notifications.lastEventId}`,
      ),
    )
    .innerJoin(actors, eq(actors.id, notificationEvents.actorId))
    .leftJoin(comments, eq(comments.id, targetId))
    .leftJoin(answers, eq(answers.id, sql`coalesce(${comments.answerId}, ${targetId})`))
    .innerJoin(
      questions,
      eq(questions.id, sql`coalesce(${comments.questionId}, ${answers.questionId}, ${targetId})`),
    )
    .leftJoin(tags, eq(tags.id, targetId))
    .where(
      and(
        eq(notificationEvents.id, eventId),
        eq(notificationEvents.isVoid, false),
        isNewsVisibleTo(viewer),
        sql`not ${isMuted(sql`${viewer.id}::bigint`, sql`${questions.id}`)}`,
      ),
    )
  return row ?? null
}

export type EventRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>
