import { roles } from '@stoa/contract/access'
import { sql } from 'drizzle-orm'
import {
  check,
  integer,
  pgSequence,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { serialKey, time } from '../../kernel/columns.ts'

export const userIds = pgSequence('users_id_seq')

export const users = pgTable(
  'users',
  {
    id: serialKey('users_id_seq'),
    username: text().notNull(),
    displayName: text('display_name').notNull(),
    /** Null once the account is deleted. */
    email: text(),
    /** Null for people who sign in some other way. */
    passwordHash: text('password_hash'),
    roleId: smallint('role_id').$type<1 | 2 | 3>().notNull().default(roles.user),
    status: text().$type<'normal' | 'suspended' | 'deleted'>().notNull().default('normal'),
    suspendedUntil: time('suspended_until'),
    activatedAt: time('activated_at'),
    reputation: integer().notNull().default(1),
    questionCount: integer('question_count').notNull().default(0),
    avatar: text().notNull().default(''),
    language: text().notNull().default(''),
    colorScheme: text('color_scheme')
      .$type<'default' | 'light' | 'dark' | 'system'>()
      .notNull()
      .default('default'),
    createdAt: time('created_at').notNull(),
    lastLoginAt: time('last_login_at'),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    check('users_role', sql`${table.roleId} in (1, 2, 3)`),
    check('users_status', sql`${table.status} in ('normal', 'suspended', 'deleted')`),
    check('users_reputation', sql`${table.reputation} >= 1`),
    check('users_question_count', sql`${table.questionCount} >= 0`),
    check(
      'users_username_form',
      sql`length(${table.username}) between 2 and 40 and ${table.username} !~ '[[:space:]/?#@]'`,
    ),
    check(
      'users_deleted_has_no_email',
      sql`(${table.status} = 'deleted') = (${table.email} is null)`,
    ),
  ],
)

export type UserRow = typeof users.$inferSelect
