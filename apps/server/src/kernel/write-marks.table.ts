import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * How far the database's log was when a person last wrote, where there are replicas. Unlogged: after a crash of the
 * server the replicas have caught up before anyone is back.
 */
export const writeMarks = pgTable('write_marks', {
  person: text().primaryKey(),
  position: bigint({ mode: 'bigint' }).notNull(),
  writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
})
