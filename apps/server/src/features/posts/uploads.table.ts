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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialKey, time } from '../../kernel/columns.ts'
import { users } from '../users/users.table.ts'

export const uploadIds = pgSequence('uploads_id_seq')

/** Files people sent. The row is written after the bytes, so a row without a file cannot be. */
export const uploads = pgTable(
  'uploads',
  {
    id: serialKey('uploads_id_seq'),
    /** The name in the file store, and the beginning of the file's address below `/uploads/`. */
    key: text().notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    source: text().$type<'user_avatar' | 'post' | 'post_attachment' | 'branding'>().notNull(),
    /** What an attachment was called where it came from; images have no name. */
    name: text().notNull().default(''),
    mediaType: text('media_type').notNull(),
    bytes: integer().notNull(),
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** Null while something uses it; the sweeper takes what nothing has used for long. */
    unusedSince: time('unused_since'),
  },
  (table) => [
    uniqueIndex('uploads_key').on(table.key),
    index('uploads_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('uploads_unused')
      .on(table.unusedSince)
      .where(sql`${table.unusedSince} is not null`),
    check(
      'uploads_source',
      sql`${table.source} in ('user_avatar', 'post', 'post_attachment', 'branding')`,
    ),
    check('uploads_bytes', sql`${table.bytes} > 0`),
  ],
)

/** Which texts show or link to a file: as they stand, or in a revision that is kept. */
export const uploadUses = pgTable(
  'upload_uses',
  {
    uploadId: bigId('upload_id')
      .notNull()
      .references(() => uploads.id),
    /** A question, an answer, a comment, a tag, or the person in whose bio it is. */
    objectId: bigId('object_id').notNull(),
    /** In the text as it stands; else in an earlier revision only. */
    isCurrent: boolean('is_current').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.objectId] }),
    index('upload_uses_object_id').on(table.objectId),
  ],
)
