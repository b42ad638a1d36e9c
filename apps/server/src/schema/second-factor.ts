import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

const owner = () =>
  bigId('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Secrets of authenticator apps. Not required at login until `confirmed_at` is set. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: owner().primaryKey(),
  secret: text().notNull(),
  confirmedAt: time('confirmed_at'),
  /** The last time step used, so that a code works once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Attempts since the last correct code, and the time of the first of them. */
  guesses: integer().notNull().default(0),
  guessesSince: time('guesses_since'),
  createdAt: time('created_at').notNull(),
})

export const recoveryCodeIds = pgSequence('recovery_codes_id_seq')

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: serialPrimaryKey('recovery_codes_id_seq'),
    userId: owner(),
    codeHash: text('code_hash').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [uniqueIndex('recovery_codes_user_id_code_hash').on(table.userId, table.codeHash)],
)

export const passkeyIds = pgSequence('passkeys_id_seq')

export const passkeys = pgTable(
  'passkeys',
  {
    id: serialPrimaryKey('passkeys_id_seq'),
    userId: owner(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id').on(table.credentialId),
    index('passkeys_user_id').on(table.userId),
    check('passkeys_name_length', sql`length(${table.name}) between 1 and 60`),
  ],
)

export const signInChallengeIds = pgSequence('sign_in_challenges_id_seq')

/** Pending second steps of logins and passkey registrations. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    id: serialPrimaryKey('sign_in_challenges_id_seq'),
    tokenHash: text('token_hash').notNull(),
    kind: text().$type<'second_factor' | 'passkey_login' | 'passkey_register'>().notNull(),
    /** Null for passkey logins: the passkey identifies the user. */
    userId: bigId('user_id').references(() => users.id, { onDelete: 'cascade' }),
    challenge: text().notNull().default(''),
    attempts: integer().notNull().default(0),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sign_in_challenges_token_hash').on(table.tokenHash),
    index('sign_in_challenges_expires_at').on(table.expiresAt),
    check(
      'sign_in_challenges_kind',
      sql`${table.kind} in ('second_factor', 'passkey_login', 'passkey_register')`,
    ),
  ],
)
