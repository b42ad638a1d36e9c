import { sql } from 'drizzle-orm'
import {
  check,
  index,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const userNoteIds = pgSequence('user_notes_id_seq')
export const userWarningIds = pgSequence('user_warnings_id_seq')
export const suspensionIds = pgSequence('suspensions_id_seq')

const userColumn = (name: string) =>
  bigId(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Only staff read them. */
export const userNotes = pgTable(
  'user_notes',
  {
    id: serialPrimaryKey('user_notes_id_seq'),
    userId: userColumn('user_id'),
    authorId: userColumn('author_id'),
    note: text().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('user_notes_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('user_notes_author_id').on(table.authorId),
    check('user_notes_length', sql`length(${table.note}) between 1 and 2000`),
  ],
)

export const userWarnings = pgTable(
  'user_warnings',
  {
    id: serialPrimaryKey('user_warnings_id_seq'),
    userId: userColumn('user_id'),
    authorId: userColumn('author_id'),
    message: text().notNull(),
    createdAt: time('created_at').notNull(),
    acknowledgedAt: time('acknowledged_at'),
  },
  (table) => [
    index('user_warnings_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('user_warnings_author_id').on(table.authorId),
    check('user_warnings_length', sql`length(${table.message}) between 1 and 2000`),
  ],
)

/** Every suspension and silence of a user. `users` has the current state, which sessions read. */
export const suspensions = pgTable(
  'suspensions',
  {
    id: serialPrimaryKey('suspensions_id_seq'),
    userId: userColumn('user_id'),
    kind: text().$type<'suspension' | 'silence'>().notNull(),
    authorId: userColumn('author_id'),
    /** The user reads it. */
    reason: text().notNull(),
    createdAt: time('created_at').notNull(),
    /** Null: permanent. */
    until: time('until'),
    endedAt: time('ended_at'),
    /** Null: it ended by itself. */
    endedBy: bigId('ended_by').references(() => users.id, { onDelete: 'set null' }),
    removeDays: smallint('remove_days').notNull().default(0),
    postsRestoredAt: time('posts_restored_at'),
  },
  (table) => [
    index('suspensions_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('suspensions_author_id').on(table.authorId),
    uniqueIndex('suspensions_current')
      .on(table.userId, table.kind)
      .where(sql`${table.endedAt} is null`),
    index('suspensions_ending')
      .on(table.until)
      .where(sql`${table.endedAt} is null`),
    check('suspensions_kind', sql`${table.kind} in ('suspension', 'silence')`),
    check('suspensions_reason_length', sql`length(${table.reason}) between 1 and 2000`),
    check(
      'suspensions_silence_ends',
      sql`${table.kind} = 'suspension' or ${table.until} is not null`,
    ),
  ],
)

/** Posts that a suspension deleted, for restoring exactly these. */
export const removedPosts = pgTable(
  'removed_posts',
  {
    suspensionId: bigId('suspension_id')
      .notNull()
      .references(() => suspensions.id, { onDelete: 'cascade' }),
    objectId: bigId('object_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.suspensionId, table.objectId] })],
)
