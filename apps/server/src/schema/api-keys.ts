import { type KeyScope, keyScopes } from '@stoa/contract/key-scopes'
import { sql } from 'drizzle-orm'
import { boolean, check, index, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'
import { users } from './users.ts'

export const apiKeyIds = pgSequence('api_keys_id_seq')

/** Only the hash of the secret is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: serialPrimaryKey('api_keys_id_seq'),
    secretHash: text('secret_hash').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    scope: text().$type<KeyScope>().notNull(),
    description: text().notNull(),
    /** Of the session that created it. */
    hasUsedSecondFactor: boolean('has_used_second_factor').notNull(),
    createdAt: time('created_at').notNull(),
    /** Null: never. */
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
    lastUsedAt: time('last_used_at'),
    lastNetwork: text('last_network').notNull().default(''),
  },
  (table) => [
    index('api_keys_user_id').on(table.userId),
    check('api_keys_scope', sql`${table.scope} in (${textList(keyScopes)})`),
    check('api_keys_expiry', sql`${table.expiresAt} > ${table.createdAt}`),
  ],
)
