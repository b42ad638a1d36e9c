import { sql } from 'drizzle-orm'
import { check, index, integer, pgSequence, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigId, serialKey, time } from '../../kernel/columns.ts'
import { users } from '../users/users.table.ts'

export const uploadIds = pgSequence('uploads_id_seq')

/** Files people sent. The row is written after the bytes, so a row without a file cannot be. */
export const uploads = pgTable(
  'uploads',
  {
    id: serialKey('uploads_id_seq'),
    /** The name in the file store, and the end of the file's address. */
    key: text().notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    source: text()
      .$type<'user_avatar' | 'user_post' | 'user_post_attachment' | 'branding'>()
      .notNull(),
    mediaType: text('media_type').notNull(),
    bytes: integer().notNull(),
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** Set while something uses it; the sweeper takes what nothing uses. */
    usedAt: time('used_at'),
  },
  (table) => [
    uniqueIndex('uploads_key').on(table.key),
    index('uploads_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('uploads_unused')
      .on(table.createdAt)
      .where(sql`${table.usedAt} is null`),
    check(
      'uploads_source',
      sql`${table.source} in ('user_avatar', 'user_post', 'user_post_attachment', 'branding')`,
    ),
    check('uploads_bytes', sql`${table.bytes} > 0`),
  ],
)
