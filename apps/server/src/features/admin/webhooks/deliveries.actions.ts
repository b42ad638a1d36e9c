import {
  type SentEvent,
  testEvent,
  type WebhookPayload,
  webhookPayloadVersion,
} from '@stoa/contract/features/webhook-events'
import { and, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Context, EventName, Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { WriteDb } from '../../../kernel/database.ts'
import { webhookDeliveries, webhooks } from '../../../schema/webhooks.ts'
import { sourceOf } from './webhook-sources.queries.ts'
import { wantedEvents } from './webhooks.settings.ts'

/** The topic of the message bus that says that there is something to send. */
export const deliveriesTopic = 'webhooks'
/** A process that does not finish within this time has died. Longer than a request may take. */
const claimMs = 20_000
/** Requests to one webhook at once, by all processes. */
const maxConcurrent = 2

/** Costs nothing when no webhook wants the event; otherwise one job, which is inserted with the jobs of the transaction. */
export async function announce(tx: Tx, name: EventName, payload: object) {
  const { events } = tx.ctx.settings.get(wantedEvents)
  if (events.length === 0) return
  if (!sourceOf(name)?.types.some((type) => events.includes(type))) return
  await tx.emit('webhooks.due', {
    id: newMessageId(),
    at: tx.now.toISOString(),
    name,
    payload,
  })
}

const newMessageId = () => `msg_${randomUUID().replaceAll('-', '')}`

export type OutgoingMessage = { id: string; type: SentEvent; at: string; data: object }

/** One delivery of each message for each webhook that wants it. Idempotent. */
export async function queueMessages(tx: Tx, messages: readonly OutgoingMessage[]) {
  const at = sql`${tx.now.toISOString()}::timestamptz`
  const column = (read: (message: OutgoingMessage) => string) =>
    sql`${sql.param(messages.map(read))}::text[]`
  await tx.execute(sql`
    insert into ${webhookDeliveries} (webhook_id, message_id, event, body, state, created_at, next_attempt_at)
    select webhook.id, message.id, message.type, message.body, 'pending', ${at}, ${at}
    from ${webhooks} webhook cross join unnest(
      ${column(({ id }) => id)}, ${column(({ type }) => type)}, ${column(bodyOf)}
    ) as message (id, type, body)
    where webhook.state = 'active' and (webhook.all_events or message.type = any(webhook.events))
    on conflict do nothing`)
  await tx.publish(deliveriesTopic, '')
}

export async function queueTest(tx: Tx, webhookId: string) {
  const id = newMessageId()
  const message = { id, type: testEvent, at: tx.now.toISOString(), data: {} } as const
  await tx.insert(webhookDeliveries).values({
    webhookId,
    messageId: id,
    event: testEvent,
    body: bodyOf(message),
    state: 'pending',
    createdAt: tx.now,
    nextAttemptAt: tx.now,
  })
  await tx.publish(deliveriesTopic, '')
}

function bodyOf({ id, type, at, data }: OutgoingMessage): string {
  const payload = { id, type, version: webhookPayloadVersion, timestamp: at, data }
  return JSON.stringify(payload satisfies Omit<WebhookPayload, 'data'> & { data: object })
}

/** Starts again with the first pause. Null if it waits already. */
export async function requeue(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      webhookId: webhooks.id,
      webhookState: webhooks.state,
      event: webhookDeliveries.event,
      messageId: webhookDeliveries.messageId,
      state: webhookDeliveries.state,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, id))
  if (found === undefined) return fail('object.not_found')
  if (found.webhookState !== 'active') fail('webhook.not_active')
  // What waits for its next attempt need not wait longer.
  const isUnclaimed = sql`${webhookDeliveries.claimedUntil} is null and
    (${webhookDeliveries.state} <> 'pending' or ${webhookDeliveries.nextAttemptAt} > ${tx.now.toISOString()}::timestamptz)`
  const rows = await tx
    .update(webhookDeliveries)
    .set({ state: 'pending', tries: 0, nextAttemptAt: tx.now })
    .where(and(eq(webhookDeliveries.id, id), isUnclaimed))
    .returning({ id: webhookDeliveries.id })
  await tx.publish(deliveriesTopic, '')
  return rows.length === 0 ? null : found
}

type Claimed = { id: string; webhookId: string }

/** Takes what is due, and no more of one webhook than may be sent at once. */
export async function claimDue(db: WriteDb, now: Date): Promise<Claimed[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const until = new Date(now.getTime() + claimMs).toISOString()
  const { rows } = await db.execute<Claimed>(sql`
    update ${webhookDeliveries} delivery set claimed_until = ${until}::timestamptz
    from (
      select due.id from ${webhooks} webhook cross join lateral (
        select id from ${webhookDeliveries} waiting
        where waiting.webhook_id = webhook.id and waiting.state = 'pending'
          and waiting.next_attempt_at <= ${at}
          and (waiting.claimed_until is null or waiting.claimed_until <= ${at})
        order by waiting.next_attempt_at, waiting.id
        limit greatest(0, ${maxConcurrent}::int - (
          select count(*) from ${webhookDeliveries} running
          where running.webhook_id = webhook.id and running.claimed_until > ${at}))
        for no key update skip locked
      ) due
      where webhook.state = 'active'
    ) chosen
    where delivery.id = chosen.id
    returning delivery.id::text as id, delivery.webhook_id::text as "webhookId"`)
  return rows
}

/** When there may be something to send, besides what is claimed by then. Null if nothing waits. */
export async function findNextDue({ primary: db }: Context, now: Date): Promise<Date | null> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select extract(epoch from min(least(
      (select next_attempt_at from ${webhookDeliveries} waiting
       where waiting.webhook_id = webhook.id and waiting.state = 'pending' and next_attempt_at > ${at}
       order by next_attempt_at limit 1),
      (select min(claimed_until) from ${webhookDeliveries} running
       where running.webhook_id = webhook.id and claimed_until is not null)))) as at
    from ${webhooks} webhook where webhook.state = 'active'`)
  const seconds = rows[0]?.at ?? null
  return seconds === null ? null : new Date(Number(seconds) * 1000)
}
