import { roles } from '@stoa/contract/access'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { serialPrimaryKey, time } from './columns.ts'

export const userIds = pgSequence('users_id_seq')

export const users = pgTable(
  'users',
  {
    id: serialPrimaryKey('users_id_seq'),
    username: text().notNull(),
    displayName: text('display_name').notNull(),
    /** Null once the account is deleted. */
    email: text(),
    /** Null for users who have not set a password. */
    passwordHash: text('password_hash'),
    roleId: smallint('role_id').$type<1 | 2 | 3>().notNull().default(roles.user),
    status: text().$type<'normal' | 'suspended' | 'deleted'>().notNull().default('normal'),
    suspendedUntil: time('suspended_until'),
    /** Until then the user may read but not write. */
    silencedUntil: time('silenced_until'),
    /** Whether there is a warning that the user has not acknowledged. */
    hasWarning: boolean('has_warning').notNull().default(false),
    activatedAt: time('activated_at'),
    /** The sum of the user's reputation entries. */
    points: integer().notNull().default(0),
    /** Starts at 1 and never falls below. */
    reputation: integer()
      .notNull()
      .generatedAlwaysAs(sql`greatest(1, 1 + points)`),
    questionCount: integer('question_count').notNull().default(0),
    answerCount: integer('answer_count').notNull().default(0),
    /** Empty: the site's default. */
    avatarType: text('avatar_type')
      .$type<'' | 'system' | 'gravatar' | 'custom'>()
      .notNull()
      .default(''),
    /** The path of the upload, with the type `custom`. */
    avatar: text().notNull().default(''),
    bio: text().notNull().default(''),
    bioHtml: text('bio_html').notNull().default(''),
    website: text().notNull().default(''),
    location: text().notNull().default(''),
    /** Empty: the site's time zone. */
    timeZone: text('time_zone').notNull().default(''),
    mailsInbox: boolean('mails_inbox').notNull().default(true),
    mailsAllQuestions: boolean('mails_all_questions').notNull().default(false),
    mailsFollowedTags: boolean('mails_followed_tags').notNull().default(false),
    language: text().notNull().default(''),
    colorScheme: text('color_scheme')
      .$type<'default' | 'light' | 'dark' | 'system'>()
      .notNull()
      .default('default'),
    /** Whether others see that someone writes an answer, but not who. */
    showsWriting: boolean('shows_writing').notNull().default(true),
    ignoredTagMode: text('ignored_tag_mode').$type<'dim' | 'hide'>().notNull().default('dim'),
    createdAt: time('created_at').notNull(),
    lastLoginAt: time('last_login_at'),
    /** Updated every hour at most. Older than `last_login_at` after a login; null for users who did not return since. */
    lastSeenAt: time('last_seen_at'),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    // Prefix search.
    index('users_username_prefix').on(sql`lower(${table.username}) text_pattern_ops`),
    index('users_display_name_prefix').on(sql`lower(${table.displayName}) text_pattern_ops`),
    index('users_reputation')
      .on(table.reputation.desc().nullsFirst(), table.id)
      .where(sql`${table.status} = 'normal' and ${table.activatedAt} is not null`),
    index('users_staff')
      .on(table.roleId, table.id)
      .where(sql`${table.roleId} > 1`),
    index('users_suspension_ending')
      .on(table.suspendedUntil)
      .where(sql`${table.status} = 'suspended'`),
    index('users_silence_ending')
      .on(table.silencedUntil)
      .where(sql`${table.silencedUntil} is not null`),
    // Orders and rare filters of the list for admins.
    index('users_joined').on(table.createdAt, table.id),
    index('users_seen').on(
      sql`coalesce(greatest(${table.lastSeenAt}, ${table.lastLoginAt}), ${table.createdAt})`,
      table.id,
    ),
    index('users_every_reputation').on(table.reputation, table.id),
    index('users_posts').on(sql`(${table.questionCount} + ${table.answerCount})`, table.id),
    index('users_inactive')
      .on(table.createdAt, table.id)
      .where(sql`${table.activatedAt} is null and ${table.status} <> 'deleted'`),
    index('users_suspended')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'suspended'`),
    index('users_deleted')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'deleted'`),
    index('users_without_password')
      .on(table.createdAt, table.id)
      .where(sql`${table.passwordHash} is null and ${table.status} <> 'deleted'`),
    index('users_mails_all_questions')
      .on(table.id)
      .where(sql`${table.mailsAllQuestions}`),
    check('users_avatar_type', sql`${table.avatarType} in ('', 'system', 'gravatar', 'custom')`),
    check('users_role', sql`${table.roleId} in (1, 2, 3)`),
    check('users_status', sql`${table.status} in ('normal', 'suspended', 'deleted')`),
    check('users_counts', sql`${table.questionCount} >= 0 and ${table.answerCount} >= 0`),
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
