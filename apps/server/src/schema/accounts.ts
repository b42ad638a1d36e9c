import type { RoleId } from '@stoa/contract/access'
import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'
import { users } from './users.ts'

/** How a user logged in. `totp` and `recovery_code` follow a password or an email link. */
export const authMethods = [
  'unknown',
  'password',
  'email_link',
  'totp',
  'recovery_code',
  'passkey',
  'connector',
] as const

export type AuthMethod = (typeof authMethods)[number]

export const sessionIds = pgSequence('sessions_id_seq')

/** Only the hash of a token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: serialPrimaryKey('sessions_id_seq'),
    tokenHash: text('token_hash').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The role at login: a change of role ends the session. */
    roleId: smallint('role_id').$type<RoleId>().notNull(),
    /** `unknown` for sessions older than this column. */
    authMethod: text('auth_method').$type<AuthMethod>().notNull().default('unknown'),
    address: text().notNull(),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_user_id').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
    // Other users of a network.
    index('sessions_address').on(table.address, table.userId),
  ],
)

export const knownDeviceIds = pgSequence('known_devices_id_seq')

/** Browsers that have logged in to an account before. Only the hash of a token is stored. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: serialPrimaryKey('known_devices_id_seq'),
    tokenHash: text('token_hash').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('known_devices_token_hash').on(table.tokenHash),
    index('known_devices_user_id').on(table.userId),
    index('known_devices_expires_at').on(table.expiresAt),
  ],
)

const codePurposes = ['activate', 'reset', 'change_email', 'link_connector'] as const
export type CodePurpose = (typeof codePurposes)[number]

export const accountCodeIds = pgSequence('account_codes_id_seq')

/** Codes sent by email: one per user and purpose, so that only the newest works. */
export const accountCodes = pgTable(
  'account_codes',
  {
    id: serialPrimaryKey('account_codes_id_seq'),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<CodePurpose>().notNull(),
    codeHash: text('code_hash').notNull(),
    /** The new email for `change_email`, the encrypted account at the service for `link_connector`. */
    payload: text().notNull().default(''),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('account_codes_user_id_purpose').on(table.userId, table.purpose),
    uniqueIndex('account_codes_code_hash').on(table.codeHash),
    check('account_codes_purpose', sql`${table.purpose} in (${textList(codePurposes)})`),
  ],
)
