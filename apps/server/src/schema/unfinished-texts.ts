import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'

/** Texts with a part that a plugin failed to show. They are saved with its source, and rendered again later. */
export const unfinishedTexts = pgTable(
  'unfinished_texts',
  {
    /** A question, answer, comment or tag. */
    objectId: bigId('object_id').primaryKey(),
    tries: integer().notNull().default(0),
    nextAt: time('next_at').notNull(),
  },
  (table) => [index('unfinished_texts_next').on(table.nextAt)],
)
