import type { NotificationKind } from '@stoa/contract/features/notifications'
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { notificationEvents, notifications } from '../../../schema/notifications.ts'
import { answers, comments } from '../../../schema/posts.ts'
import { isEventOfNotification } from './events.queries.ts'
import { kindsAfterDeletion } from './notices.rules.ts'

/** The notifications of one kind about one object. */
type Subject = { objectId: string; kind: NotificationKind }

const { id: eventId, sourceId, objectId: objectColumn, kind: kindColumn } = notificationEvents

/** Takes back the notifications about content that is gone. Its author keeps what says that it is gone. */
export async function retractContent(tx: Tx, id: string) {
  await retract(
    tx,
    sql`${eventId} in (${relatedEventsQuery(id)}) and ${notInArray(kindColumn, [...kindsAfterDeletion])}`,
  )
}

/** About the content and all that belongs to it. By two indexes: with `or`, all events of the site would be read. */
export function relatedEventsQuery(id: string): SQL {
  const related = sql`(
    select ${id}::bigint
    union all select id from ${answers} where question_id = ${id}::bigint
    union all select id from ${comments} where question_id = ${id}::bigint
    union all select comment.id from ${answers} answer
      join ${comments} comment on comment.question_id = answer.question_id and comment.answer_id = answer.id
      where answer.id = ${id}::bigint)`
  return sql`
    select ${eventId} from ${notificationEvents} where ${sourceId} in ${related}
    union select ${eventId} from ${notificationEvents} where ${objectColumn} in ${related}`
}

/** Takes back events of these kinds: a case was opened again, an answer is no longer accepted. */
export async function retractKinds(
  tx: Tx,
  { id, kinds }: { id: string; kinds: readonly NotificationKind[] },
) {
  const list = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )
  await retract(
    tx,
    sql`(${sourceId} = ${id} or ${objectColumn} = ${id}) and ${kindColumn} in (${list})`,
  )
}

/** Forgets a user: their notifications, and those of others about them. */
export async function forgetUser(tx: Tx, userId: string) {
  await tx.delete(notifications).where(eq(notifications.userId, userId))
  await retract(tx, eq(notificationEvents.actorId, userId))
}

/** Of content that is gone for good, nothing stays. */
export async function forgetContent(tx: Tx, ids: readonly string[]) {
  await retract(tx, sql`(${inArray(objectColumn, [...ids])} or ${inArray(sourceId, [...ids])})`)
  // Those without events, such as reputation.
  const isAbout = inArray(notifications.objectId, [...ids])
  const gone = await tx
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(isAbout)
    .orderBy(notifications.userId, notifications.id)
    .for('update')
  await tx.delete(notifications).where(isAbout)
  const userIds = [...new Set(gone.map(({ userId }) => userId))]
  if (userIds.length > 0) await tx.emit('notifications.changed', { userIds })
}

async function retract(tx: Tx, condition: SQL) {
  const gone = await tx
    .delete(notificationEvents)
    .where(condition)
    .returning({ objectId: objectColumn, kind: kindColumn })
  await refreshNotifications(tx, gone)
}

type RetractedVote = { objectId: string; actorId: string }

/** Retracted votes stay as void events. */
export async function retractVotes(tx: Tx, { objectId, actorId }: RetractedVote) {
  const gone = await tx
    .update(notificationEvents)
    .set({ isVoid: true })
    .where(
      and(
        eq(sourceId, objectId),
        eq(notificationEvents.actorId, actorId),
        eq(notificationEvents.isVoid, false),
        sql`${kindColumn} like '%\\_voted\\_%'`,
      ),
    )
    .returning({ objectId: objectColumn, kind: kindColumn })
  await refreshNotifications(tx, gone)
}

/** Fits notifications to the events that are left, and deletes those without any. */
async function refreshNotifications(tx: Tx, subjects: readonly Subject[]) {
  if (subjects.length === 0) return
  const unique = [...new Map(subjects.map((one) => [`${one.kind} ${one.objectId}`, one])).values()]
  const found = sql`
    (select "objectId"::bigint as object_id, kind
    from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as subject ("objectId" text, kind text)) subjects
    inner join ${notifications} on notifications.object_id = subjects.object_id and notifications.kind = subjects.kind`
  // First the locks, so that the next statement sees all events of the rows.
  const { rows } = await tx.execute<{ userId: string }>(sql`
    select notifications.user_id::text as "userId" from ${found}
    order by notifications.user_id, notifications.id for no key update of notifications`)
  await tx.execute(sql`
    with remaining as (
      select notifications.id, min(event.id) as first_id, max(event.id) as last_id
      from ${found}
      left join ${notificationEvents} event on ${isEventOfNotification}
      group by notifications.id
    ), deleted as (
      delete from ${notifications} using remaining
      where notifications.id = remaining.id and remaining.first_id is null
    )
    update ${notifications} set first_event_id = remaining.first_id, last_event_id = remaining.last_id
    from remaining
    where notifications.id = remaining.id and remaining.first_id is not null
      and (notifications.first_event_id, notifications.last_event_id) <> (remaining.first_id, remaining.last_id)`)
  const userIds = [...new Set(rows.map(({ userId }) => userId))]
  if (userIds.length > 0) await tx.emit('notifications.changed', { userIds })
}
