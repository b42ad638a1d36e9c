import { boolean, index, jsonb, pgSequence, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'

/** Changed settings by group. Defaults are in the contract. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export const settingsHistoryIds = pgSequence('settings_history_id_seq')

/** Each change of a field, written with the change. Without foreign keys, because the site changes settings too. */
export const settingsHistory = pgTable(
  'settings_history',
  {
    id: serialPrimaryKey('settings_history_id_seq'),
    group: text('group_name').notNull(),
    field: text().notNull(),
    /** Null for the default. Secrets are not stored. */
    before: jsonb(),
    after: jsonb(),
    isSecret: boolean('is_secret').notNull().default(false),
    /** 0 for the site. */
    changedBy: bigId('changed_by').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [
    index('settings_history_field').on(table.group, table.field, table.id.desc().nullsFirst()),
  ],
)
