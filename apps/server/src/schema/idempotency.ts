import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Responses of requests with an Idempotency-Key, readable only with the key itself. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A user id or `anonymous`. */
    scope: text().notNull(),
    keyHash: text('key_hash').notNull(),
    /** Hash of the request, so that a key cannot be reused for another one. */
    fingerprint: text().notNull(),
    /** Encrypted with the key, because it may contain a session token. */
    encryptedResponse: text('sealed_reply'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.keyHash] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)
