import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigId } from './columns.ts'

/**
 * Words that were searched for without a result, by day. Searches of fewer than three visitors are deleted after their day,
 * and so are the keyed hashes that tell visitors apart.
 */
export const missedSearches = pgTable(
  'missed_searches',
  {
    day: date().notNull(),
    words: text().notNull(),
    searches: integer().notNull(),
    /** Different visitors, up to three. */
    visitors: bigId().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.words] }),
    check('missed_searches_words', sql`length(${table.words}) between 1 and 100`),
    check('missed_searches_searches', sql`${table.searches} >= 1`),
    check('missed_searches_visitors', sql`cardinality(${table.visitors}) <= 3`),
  ],
)
