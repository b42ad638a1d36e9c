import { notificationKinds } from '@stoa/contract/features/notifications'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { maxCountsTopics } from '../../../kernel/invalidation.ts'
import { textList } from '../../../schema/columns.ts'
import { notificationChoices } from '../../../schema/mails.ts'
import { everyone, notificationEvents, notifications } from '../../../schema/notifications.ts'
import { users } from '../../../schema/users.ts'
import { isMuted } from './events.queries.ts'
import { stillHolds } from './conditions.queries.ts'
import { type Notice, notices, type Occasion, personalKinds } from './notices.rules.ts'
import { type Happening, questionOf, receiversOf } from './receivers.queries.ts'

export type Due = Happening & { occasion: Occasion }

/**
 * Notifies everyone in one statement, however many there are. Idempotent: an event is written once, and only a new one
 * notifies somebody. Receivers are locked in order of id.
 */
export async function notify(tx: Tx, { occasion, ...happening }: Due) {
  const { objectId, sourceId, actorId } = happening
  const rows: readonly Notice[] = notices[occasion]
  const candidates = rows.map(
    ([to, kind, news], priority) => sql`
      select user_id, ${kind}::text as kind, ${to}::text as reason, ${news}::text as news, ${priority}::int as priority
      from (${receiversOf(to, happening)}) as found`,
  )
  const now = sql`${tx.now.toISOString()}::timestamptz`
  const { rows: written } = await tx.execute<{ userId: string; eventIds: string }>(sql`
    with notified as (
      select distinct on (users.id) users.id as user_id, candidates.kind, candidates.reason
      from (${sql.join(candidates, sql` union all `)}) candidates
      inner join ${users} on users.id = candidates.user_id
      left join ${notificationChoices} choices on choices.user_id = users.id
      where users.id <> ${actorId}::bigint and users.status <> 'deleted' and ${stillHolds(occasion, happening)}
        and coalesce(candidates.news <> all(choices.muted), true)
        and (candidates.news = 'decisions' or not ${isMuted(sql`users.id`, questionOf(objectId))})
      order by users.id, candidates.priority
    ), events as (
      insert into ${notificationEvents} (kind, object_id, source_id, actor_id, receiver_id, created_at)
      select distinct kind, ${objectId}::bigint, ${sourceId}::bigint, ${actorId}::bigint,
        case when kind in (${textList(personalKinds)}) then user_id else ${everyone}::bigint end, ${now}
      from notified
      on conflict do nothing
      returning id, kind, receiver_id
    ), written as (
      insert into ${notifications}
        (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, updated_at)
      select notified.user_id, notified.kind, ${tabOfKind}, ${objectId}::bigint, events.id, events.id, notified.reason, ${now}
      from notified inner join events
        on events.kind = notified.kind and events.receiver_id in (${everyone}::bigint, notified.user_id)
      order by notified.user_id
      on conflict (user_id, kind, object_id) where state < 2 do update set
        first_event_id = least(notifications.first_event_id, excluded.first_event_id),
        last_event_id = greatest(notifications.last_event_id, excluded.last_event_id),
        state = 0,
        updated_at = excluded.updated_at
      returning user_id
    )
    select user_id::text as "userId", (select string_agg(id::text, ',') from events) as "eventIds"
    from written limit ${maxCountsTopics + 1}`)
  const [first] = written
  if (first === undefined) return
  await tx.emit('notifications.changed', { userIds: written.map(({ userId }) => userId) })
  await tx.emit('notifications.written', { eventIds: first.eventIds.split(',') })
}

const tabOfKind: SQL = sql.raw(
  `case notified.kind ${Object.entries(notificationKinds)
    .map(([kind, tab]) => `when '${kind}' then '${tab}'`)
    .join(' ')} end`,
)
