import { type SQL, sql } from 'drizzle-orm'
import { mutedQuestions } from '../../../schema/follows.ts'
import { everyone } from '../../../schema/notifications.ts'
import type { NewsRule } from './notices.rules.ts'

/** Joins `notifications` and their events as `event`. */
export const isEventOfNotification = sql`event.object_id = notifications.object_id
  and event.kind = notifications.kind and not event.is_void
  and event.id between notifications.first_event_id and notifications.last_event_id
  and event.receiver_id in (${sql.raw(everyone)}, notifications.user_id)
  and event.actor_id <> notifications.user_id`

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
