import { sql } from 'drizzle-orm'
import { everyone } from '../../../schema/notifications.ts'

/** Joins `notifications` and their events as `event`. */
export const isEventOfNotification = sql`event.object_id = notifications.object_id
  and event.kind = notifications.kind and not event.is_void
  and event.id between notifications.first_event_id and notifications.last_event_id
  and event.receiver_id in (${sql.raw(everyone)}, notifications.user_id)
  and event.actor_id <> notifications.user_id`
