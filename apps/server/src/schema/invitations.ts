import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const invitationIds = pgSequence('invitations_id_seq')

/** Links to sign up with, also while registration is closed. Only the hash of a token is stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: serialPrimaryKey('invitations_id_seq'),
    /** Null until the email with the link is sent. */
    tokenHash: text('token_hash'),
    /** Null: whoever has the link may use it. */
    email: text(),
    roleId: smallint('role_id').$type<1 | 3>().notNull(),
    maxUses: integer('max_uses').notNull(),
    /** Accounts that were created with it. */
    uses: integer().notNull().default(0),
    createdBy: bigId('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [
    uniqueIndex('invitations_token_hash').on(table.tokenHash),
    index('invitations_created_by').on(table.createdBy),
    check('invitations_role', sql`${table.roleId} in (1, 3)`),
    check('invitations_uses', sql`${table.uses} between 0 and ${table.maxUses}`),
    check('invitations_email_once', sql`${table.email} is null or ${table.maxUses} = 1`),
  ],
)
