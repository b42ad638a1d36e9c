import { type NotificationKind, notificationKinds } from '@stoa/contract/features/notifications'
import { typeOfId } from '@stoa/contract/ids'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { everyone, notificationEvents, notifications } from '../../../schema/notifications.ts'
import { users } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'
import {
  isAboutPublicContent,
  type Notice,
  notices,
  type Occasion,
  occasionOfVote,
  personalKinds,
} from './notices.rules.ts'
import { type Happening, isPublic, receiversOf } from './receivers.queries.ts'
import { retractVotes } from './retraction.actions.ts'

export type Due = Happening & { occasion: Occasion }

/**
 * Tells everyone in one statement, however many there are. Idempotent: an event is written once, and only a new one tells
 * somebody. Receivers are locked in order of id.
 */
export async function notify(tx: Tx, { occasion, ...happening }: Due) {
  const { objectId, sourceId, actorId } = happening
  const rows: readonly Notice[] = notices[occasion]
  const candidates = rows.map(
    ([to, kind], priority) => sql`
      select user_id, ${kind}::text as kind, ${to}::text as reason, ${priority}::int as priority
      from (${receiversOf(to, happening)}) as found`,
  )
  const isVisible = isAboutPublicContent(occasion)
    ? sql`${isPublic(objectId)} and ${isPublic(sourceId)}`
    : sql`true`
  const now = sql`${tx.now.toISOString()}::timestamptz`
  await tx.execute(sql`
    with told as (
      select distinct on (users.id) users.id as user_id, candidates.kind, candidates.reason
      from (${sql.join(candidates, sql` union all `)}) candidates
      inner join ${users} on users.id = candidates.user_id
      where users.id <> ${actorId}::bigint and users.status <> 'deleted' and ${isVisible}
      order by users.id, candidates.priority
    ), events as (
      insert into ${notificationEvents} (kind, object_id, source_id, actor_id, receiver_id, created_at)
      select distinct kind, ${objectId}::bigint, ${sourceId}::bigint, ${actorId}::bigint,
        case when kind in (${toList(personalKinds)}) then user_id else ${everyone}::bigint end, ${now}
      from told
      on conflict do nothing
      returning id, kind, receiver_id
    )
    insert into ${notifications}
      (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, updated_at)
    select told.user_id, told.kind, ${tabOfKind}, ${objectId}::bigint, events.id, events.id, told.reason, ${now}
    from told inner join events
      on events.kind = told.kind and events.receiver_id in (${everyone}::bigint, told.user_id)
    order by told.user_id
    on conflict (user_id, kind, object_id) where state < 2 do update set
      first_event_id = least(notifications.first_event_id, excluded.first_event_id),
      last_event_id = greatest(notifications.last_event_id, excluded.last_event_id),
      state = 0,
      updated_at = excluded.updated_at`)
}

const toList = (kinds: readonly NotificationKind[]) =>
  sql.raw(kinds.map((kind) => `'${kind}'`).join(', '))

const tabOfKind: SQL = sql.raw(
  `case told.kind ${Object.entries(notificationKinds)
    .map(([kind, tab]) => `when '${kind}' then '${tab}'`)
    .join(' ')} end`,
)

type Vote = { objectId: string; userId: string }

/** Compares the notifications with the vote as it is now, so that jobs may run late, twice or in another order. */
export async function notifyOfVote(tx: Tx, { objectId, userId }: Vote) {
  const type = typeOfId(objectId)
  if (type !== 'question' && type !== 'answer' && type !== 'comment') return
  const { value, events } = await readVote(tx, { objectId, userId })
  const occasion = value === null ? null : occasionOfVote(type, value)
  const kind = occasion === null ? null : notices[occasion][0][1]
  if (events.some((event) => event.kind !== kind && !event.isVoid))
    await retractVotes(tx, { objectId, actorId: userId, except: kind })
  if (occasion === null) return
  const own = events.find((event) => event.kind === kind)
  if (own === undefined)
    await notify(tx, { occasion, objectId, sourceId: objectId, actorId: userId, named: [] })
  // A repeated vote counts again where it is unread, but notifies nobody again.
  else if (own.isVoid)
    await tx
      .update(notificationEvents)
      .set({ isVoid: false })
      .where(eq(notificationEvents.id, own.id))
}

/** The vote and its events, in one statement. */
async function readVote(tx: Tx, { objectId, userId }: Vote) {
  const { id, kind, isVoid, sourceId, actorId } = notificationEvents
  const rows = await tx
    .select({ value: votes.value, id, kind, isVoid })
    .from(sql`(select 1) as one_row`)
    .leftJoin(votes, and(eq(votes.objectId, objectId), eq(votes.userId, userId)))
    .leftJoin(
      notificationEvents,
      and(eq(sourceId, objectId), eq(actorId, userId), sql`${kind} like '%\\_voted\\_%'`),
    )
  const events = rows.flatMap((row) =>
    row.id === null || row.kind === null
      ? []
      : [{ id: row.id, kind: row.kind, isVoid: row.isVoid === true }],
  )
  return { value: rows[0]?.value ?? null, events }
}
