import type { SearchOrder } from '@stoa/contract/features/search'
import { sql } from 'drizzle-orm'
import { check, pgSequence, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const savedSearchIds = pgSequence('saved_searches_id_seq')

export const savedSearches = pgTable(
  'saved_searches',
  {
    id: serialPrimaryKey('saved_searches_id_seq'),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    query: text().notNull(),
    order: text().$type<SearchOrder>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('saved_searches_search').on(table.userId, table.query, table.order),
    check('saved_searches_query_length', sql`length(${table.query}) between 1 and 256`),
    check(
      'saved_searches_order',
      sql`${table.order} in ('relevance', 'newest', 'active', 'score')`,
    ),
  ],
)

export type SavedSearchRow = typeof savedSearches.$inferSelect
