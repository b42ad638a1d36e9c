import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const revisionIds = pgSequence('revisions_id_seq')

/** The wire uses the same numbers. */
export const revisionStatuses = { first: 0, unreviewed: 1, passed: 2, rejected: 3 } as const

/** Append-only revisions of questions, answers, tags and comments. */
export const revisions = pgTable(
  'revisions',
  {
    id: serialPrimaryKey('revisions_id_seq'),
    objectId: bigId('object_id').notNull(),
    /** The resulting version of the object; null while unreviewed or rejected. */
    version: integer(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    /** A question's title or a tag's display name, else empty. */
    title: text().notNull().default(''),
    /** Only for tags. */
    slugName: text('slug_name').notNull().default(''),
    originalText: text('original_text').notNull(),
    /** Slugs of a question's tags, in order. */
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    summary: text().notNull().default(''),
    /** For rollbacks: the version whose content it repeats. */
    restoredVersion: integer('restored_version'),
    status: smallint().$type<(typeof revisionStatuses)[keyof typeof revisionStatuses]>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('revisions_version').on(table.objectId, table.version),
    index('revisions_user_id').on(table.userId, table.id.desc().nullsFirst()),
    check('revisions_status', sql`${table.status} in (0, 1, 2, 3)`),
    check(
      'revisions_version_unless_offered',
      sql`(${table.version} is not null) = (${table.status} in (0, 2))`,
    ),
    check(
      'revisions_restored_version',
      sql`${table.restoredVersion} is null or ${table.restoredVersion} < ${table.version}`,
    ),
    check('revisions_summary_length', sql`length(${table.summary}) <= 255`),
  ],
)
