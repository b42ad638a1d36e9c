import { type SentEvent, type WebhookEvent } from '@stoa/contract/features/webhook-events'
import {
  type DeliveryState,
  deliveryStates,
  type WebhookState,
  webhookStates,
} from '@stoa/contract/features/webhooks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'

/** The payload of a job. `payload` is that of the event `name`, which has ids only. */
export type WebhookWork = { id: string; at: string; name: string; payload: object }

export const webhookIds = pgSequence('webhooks_id_seq')

/** URLs of other programs that get the events of the site. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: serialPrimaryKey('webhooks_id_seq'),
    url: text().notNull(),
    description: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    allEvents: boolean('all_events').notNull(),
    state: text().$type<WebhookState>().notNull(),
    /** Encrypted. Null when the key of the site was lost: a new one must be created. */
    secret: text(),
    /** The one before, which signs too until then. */
    formerSecret: text('former_secret'),
    formerSecretUntil: time('former_secret_until'),
    createdAt: time('created_at').notNull(),
    /** Of the first failure since the last success. */
    failingSince: time('failing_since'),
  },
  (table) => [
    check('webhooks_state', sql`${table.state} in (${textList(webhookStates)})`),
    check('webhooks_url_length', sql`length(${table.url}) <= 2000`),
    check('webhooks_events', sql`${table.allEvents} = (cardinality(${table.events}) = 0)`),
    check(
      'webhooks_former_secret',
      sql`(${table.formerSecret} is null) = (${table.formerSecretUntil} is null)`,
    ),
    check('webhooks_secret', sql`${table.secret} is not null or ${table.state} <> 'active'`),
  ],
)

export const webhookDeliveryIds = pgSequence('webhook_deliveries_id_seq')

/** One event for one webhook, and the queue of those that are not delivered. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: serialPrimaryKey('webhook_deliveries_id_seq'),
    webhookId: bigId('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same in every attempt. */
    messageId: text('message_id').notNull(),
    event: text().$type<SentEvent>().notNull(),
    body: text().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    /** Attempts since it was last asked for, which decide when the next one is. */
    tries: smallint().notNull().default(0),
    /** All attempts. */
    attempts: integer().notNull().default(0),
    createdAt: time('created_at').notNull(),
    nextAttemptAt: time('next_attempt_at'),
    /** A process sends it; another one does if it has not finished until then. */
    claimedUntil: time('claimed_until'),
  },
  (table) => [
    unique('webhook_deliveries_message').on(table.webhookId, table.messageId),
    index('webhook_deliveries_due')
      .on(table.webhookId, table.nextAttemptAt)
      .where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_claimed')
      .on(table.webhookId)
      .where(sql`${table.claimedUntil} is not null`),
    index('webhook_deliveries_log').on(table.webhookId, table.id.desc().nullsFirst()),
    index('webhook_deliveries_created_at').on(table.createdAt),
    check('webhook_deliveries_state', sql`${table.state} in (${textList(deliveryStates)})`),
    check(
      'webhook_deliveries_next',
      sql`(${table.state} = 'pending') = (${table.nextAttemptAt} is not null)`,
    ),
    check(
      'webhook_deliveries_claim',
      sql`${table.claimedUntil} is null or ${table.state} = 'pending'`,
    ),
    check('webhook_deliveries_tries', sql`${table.tries} between 0 and ${table.attempts}`),
  ],
)

type Headers = Record<string, string>

export const webhookAttemptIds = pgSequence('webhook_attempts_id_seq')

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: serialPrimaryKey('webhook_attempts_id_seq'),
    deliveryId: bigId('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** Repeats that of the delivery, for the last attempts of a webhook. */
    webhookId: bigId('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    startedAt: time('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Null without a response. */
    status: smallint(),
    error: text().notNull(),
    requestHeaders: jsonb('request_headers').$type<Headers>().notNull(),
    responseHeaders: jsonb('response_headers').$type<Headers>().notNull(),
    /** The beginning. */
    responseBody: text('response_body').notNull(),
  },
  (table) => [
    unique('webhook_attempts_number').on(table.deliveryId, table.number),
    index('webhook_attempts_webhook').on(table.webhookId, table.id.desc().nullsFirst()),
  ],
)
