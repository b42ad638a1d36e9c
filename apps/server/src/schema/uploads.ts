import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { plugins } from './plugins.ts'
import { users } from './users.ts'

export const uploadIds = pgSequence('uploads_id_seq')

/** The row is written after the file, so that no row exists without one. */
export const uploads = pgTable(
  'uploads',
  {
    id: serialPrimaryKey('uploads_id_seq'),
    /** Name in the file store, and start of the URL path below `/uploads/`. */
    key: text().notNull(),
    /** The plugin that stores it; null on disk. */
    store: text().references(() => plugins.slug),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    source: text().$type<'user_avatar' | 'post' | 'post_attachment' | 'branding'>().notNull(),
    /** Original file name of an attachment; empty for images. */
    name: text().notNull().default(''),
    mediaType: text('media_type').notNull(),
    bytes: integer().notNull(),
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** Null while in use. The sweep job deletes files that are unused for long. */
    unusedSince: time('unused_since'),
  },
  (table) => [
    uniqueIndex('uploads_key').on(table.key),
    index('uploads_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('uploads_unused')
      .on(table.unusedSince)
      .where(sql`${table.unusedSince} is not null`),
    index('uploads_store')
      .on(table.store)
      .where(sql`${table.store} is not null`),
    check(
      'uploads_source',
      sql`${table.source} in ('user_avatar', 'post', 'post_attachment', 'branding')`,
    ),
    check('uploads_bytes', sql`${table.bytes} > 0`),
  ],
)

/** Which content uses a file, now or in a saved revision. */
export const uploadUses = pgTable(
  'upload_uses',
  {
    uploadId: bigId('upload_id')
      .notNull()
      .references(() => uploads.id),
    /** A question, answer, comment or tag, or the user whose bio it is. */
    objectId: bigId('object_id').notNull(),
    /** False when only a previous revision uses it. */
    isCurrent: boolean('is_current').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.objectId] }),
    index('upload_uses_object_id').on(table.objectId),
  ],
)

/**
 * Files to delete from a store once they are due, unless an upload has them there by then: of deleted uploads, and of uploads
 * and moves that did not end.
 */
export const fileRemovals = pgTable(
  'file_removals',
  {
    key: text().notNull(),
    store: text().references(() => plugins.slug, { onDelete: 'cascade' }),
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    unique('file_removals_file').on(table.store, table.key).nullsNotDistinct(),
    index('file_removals_due').on(table.dueAt),
  ],
)
