import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Changed settings by group. Defaults are in the contract. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
