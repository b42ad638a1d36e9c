import type { Delivery, DeliveryAttempt, Webhook } from '@stoa/contract/features/webhooks'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from '../../../schema/webhooks.ts'

/** Without the secrets. */
const { secret: _secret, formerSecret: _formerSecret, ...shownColumns } = getTableColumns(webhooks)

const isSuccess = sql`status between 200 and 299`

function selectWebhooks(db: ReadDb, condition: SQL | undefined) {
  const lastAttempts = sql`
    select count(*)::int as attempts, count(*) filter (where ${isSuccess} is not true)::int as failed,
      extract(epoch from (array_agg(started_at order by id desc))[1])::bigint as last_at,
      (array_agg(${isSuccess} is true order by id desc))[1] as is_success
    from (select id, started_at, status from ${webhookAttempts} attempt where attempt.webhook_id = webhooks.id
      order by attempt.id desc limit ${limits.webhooks.counted}) last`
  return db
    .select({
      row: shownColumns,
      attempts: sql<number>`log.attempts`,
      failed: sql<number>`log.failed`,
      lastAt: sql<string | null>`log.last_at`,
      isSuccess: sql<boolean | null>`log.is_success`,
      pending: sql<number>`(select count(*)::int from ${webhookDeliveries} waiting
        where waiting.webhook_id = webhooks.id and waiting.state = 'pending')`,
    })
    .from(webhooks)
    .crossJoinLateral(sql`(${lastAttempts}) as log`)
    .where(condition)
    .orderBy(asc(webhooks.id))
    .limit(limits.webhooks.max)
}

type WebhookRow = Awaited<ReturnType<typeof selectWebhooks>>[number]

function toWebhook(now: Date, { row, lastAt, isSuccess: isLastSuccess, ...rest }: WebhookRow) {
  const until = row.formerSecretUntil
  const webhook: Webhook = {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    all_events: row.allEvents,
    state: row.state,
    created_at: toUnix(row.createdAt),
    failing_since: toUnix(row.failingSince),
    former_secret_until: until !== null && until > now ? toUnix(until) : 0,
    last_attempt:
      lastAt === null ? null : { at: Number(lastAt), is_success: isLastSuccess === true },
    attempts: rest.attempts,
    failed_attempts: rest.failed,
    pending: rest.pending,
  }
  return webhook
}

export async function listWebhooks(db: ReadDb, now: Date): Promise<Webhook[]> {
  return (await selectWebhooks(db, undefined)).map((row) => toWebhook(now, row))
}

export async function getWebhook(db: ReadDb, id: string, now: Date): Promise<Webhook> {
  const [row] = await selectWebhooks(db, eq(webhooks.id, id))
  return row === undefined ? fail('object.not_found') : toWebhook(now, row)
}

const { body, ...logColumns } = getTableColumns(webhookDeliveries)
const lastOf = (column: 'status' | 'duration_ms') => sql<number | null>`(
  select ${sql.raw(column)} from ${webhookAttempts} attempt
  where attempt.delivery_id = webhook_deliveries.id order by attempt.number desc limit 1)`
const deliveryColumns = { row: logColumns, status: lastOf('status'), ms: lastOf('duration_ms') }

type DeliveryRow = {
  row: Omit<typeof webhookDeliveries.$inferSelect, 'body'>
  status: number | null
  ms: number | null
}

function toDelivery({ row, status, ms }: DeliveryRow): Delivery {
  return {
    id: row.id,
    message_id: row.messageId,
    event: row.event,
    state: row.state,
    created_at: toUnix(row.createdAt),
    attempts: row.attempts,
    status: status ?? 0,
    duration_ms: ms ?? 0,
    next_attempt_at: toUnix(row.nextAttemptAt),
  }
}

type Filter = {
  id: string
  state?: Delivery['state'] | undefined
  page: number
  page_size: number
}

export async function listDeliveries(
  db: ReadDb,
  { id, state, ...paging }: Filter,
): Promise<Page<Delivery>> {
  const condition = and(
    eq(webhookDeliveries.webhookId, id),
    state === undefined ? undefined : eq(webhookDeliveries.state, state),
  )
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => db.select(deliveryColumns).from(webhookDeliveries).where(condition).$dynamic(),
    [desc(webhookDeliveries.id)],
    paging,
  )
  return { count, list: rows.map(toDelivery) }
}

export async function getDelivery(db: ReadDb, id: string) {
  const [found] = await db
    .select({ ...deliveryColumns, body })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, id))
  if (found === undefined) return fail('object.not_found')
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, id))
    .orderBy(desc(webhookAttempts.number))
    .limit(limits.webhooks.attempts)
  return { ...toDelivery(found), body: found.body, list: attempts.map(toAttempt) }
}

function toAttempt(row: typeof webhookAttempts.$inferSelect): DeliveryAttempt {
  return {
    number: row.number,
    at: toUnix(row.startedAt),
    status: row.status ?? 0,
    error: row.error,
    duration_ms: row.durationMs,
    request_headers: row.requestHeaders,
    response_headers: row.responseHeaders,
    response_body: row.responseBody,
  }
}

/** With the secrets, for sending. */
export async function findToSend(db: ReadDb, id: string) {
  const [found] = await db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, id))
  return found ?? null
}
