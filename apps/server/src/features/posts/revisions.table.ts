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
import { bigId, serialKey, time } from '../../kernel/columns.ts'
import { users } from '../users/users.table.ts'

export const revisionIds = pgSequence('revisions_id_seq')

/** Stands in the text as it was, or is offered and waits; the numbers are those of the wire. */
export const revisionStatuses = { first: 0, unreviewed: 1, passed: 2, rejected: 3 } as const

/** What a question, an answer, a tag or a comment said, one row for each time it was written. Rows are never changed. */
export const revisions = pgTable(
  'revisions',
  {
    id: serialKey('revisions_id_seq'),
    objectId: bigId('object_id').notNull(),
    /** The version of the object this became; null while it is only offered. */
    version: integer(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    /** A question's title, a tag's display name; empty for the rest. */
    title: text().notNull().default(''),
    /** A tag's; empty for the rest. */
    slugName: text('slug_name').notNull().default(''),
    originalText: text('original_text').notNull(),
    /** The slugs of a question's tags, in their order. */
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    summary: text().notNull().default(''),
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
    check('revisions_summary_length', sql`length(${table.summary}) <= 255`),
  ],
)
