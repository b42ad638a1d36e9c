import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What an admin changed, by group. Everything not stored here is a default of the contract. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
