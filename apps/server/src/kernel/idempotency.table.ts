import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Replies to requests that carried an Idempotency-Key. Only someone who holds the key can read the reply. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is: a user's id, or `anonymous`. */
    scope: text().notNull(),
    keyHash: text('key_hash').notNull(),
    /** What was asked, so that one key cannot stand for two things. */
    fingerprint: text().notNull(),
    /** The reply, encrypted with the key itself: it may hold a session token. */
    sealedReply: text('sealed_reply'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.keyHash] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)
