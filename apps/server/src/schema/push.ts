import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { sessions } from './accounts.ts'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const pushSubscriptionIds = pgSequence('push_subscriptions_id_seq')

/** Browsers that get push messages. A subscription ends with its session. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: serialPrimaryKey('push_subscriptions_id_seq'),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: bigId('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** A URL of the browser's push service. */
    endpoint: text().notNull(),
    /** Keys of the browser, for the encryption of messages. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: time('created_at').notNull(),
    lastSuccessAt: time('last_success_at'),
    /** Since the last success. */
    failures: smallint().notNull().default(0),
  },
  (table) => [
    unique('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user_id').on(table.userId),
    index('push_subscriptions_session_id').on(table.sessionId),
    check('push_subscriptions_failures', sql`${table.failures} >= 0`),
    check('push_subscriptions_endpoint_length', sql`length(${table.endpoint}) <= 2000`),
  ],
)
