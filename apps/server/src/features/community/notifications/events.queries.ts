import { type SQL, sql } from 'drizzle-orm'
import { mutedQuestions, userFollows } from '../../../schema/follows.ts'
import { everyone } from '../../../schema/notifications.ts'
import type { NewsRule } from './notices.rules.ts'

/**
 * The range of events may have one of a user whom somebody else follows. The first and the last are of users whom the
 * receiver follows, or followed.
 */
const isOfFollowedUser = sql`(event.kind <> 'followed_user_answered'
  or event.id in (notifications.first_event_id, notifications.last_event_id)
  or exists (select 1 from ${userFollows} followed
    where followed.user_id = notifications.user_id and followed.followed_id = event.actor_id))`

/** Joins `notifications` and their events as `event`. */
export const isEventOfNotification = sql`event.object_id = notifications.object_id
  and event.kind = notifications.kind and not event.is_void
  and event.id between notifications.first_event_id and notifications.last_event_id
  and event.receiver_id in (${sql.raw(everyone)}, notifications.user_id)
  and event.actor_id <> notifications.user_id and ${isOfFollowedUser}`

/** Muted questions are heard of only by what staff decided. */
export function isMuted(userId: SQL, questionId: SQL): SQL {
  return sql`exists (select 1 from ${mutedQuestions} muted
    where muted.user_id = ${userId} and muted.question_id = ${questionId})`
}

/** Rules as rows of kind, reason and news kind. */
export function newsRows(rules: readonly NewsRule[]): SQL {
  const rows = rules.map(({ kind, reason, news }) => `('${kind}', '${reason}', '${news}')`)
  return sql.raw(rows.join(', '))
}
