import { draftKinds, type DraftKind } from '@stoa/contract/features/drafts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { users } from './users.ts'

/** No foreign key to the object: a draft may outlive it. */
export const drafts = pgTable(
  'drafts',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().$type<DraftKind>().notNull(),
    /** `0` for a new question. */
    objectId: bigId('object_id').notNull(),
    title: text().notNull(),
    content: text().notNull(),
    tags: text().notNull(),
    answerContent: text('answer_content').notNull(),
    editSummary: text('edit_summary').notNull(),
    baseVersion: integer('base_version').notNull(),
    version: integer().notNull().default(1),
    /** The form that saved it (one per tab), and the number of its save. */
    writer: text().notNull(),
    counter: integer().notNull(),
    savedAt: time('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.objectId] }),
    index('drafts_saved_at').on(table.savedAt),
    check(
      'drafts_kind',
      sql`${table.kind} in (${sql.raw(draftKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    check('drafts_place', sql`(${table.kind} = 'question') = (${table.objectId} = 0)`),
  ],
)
