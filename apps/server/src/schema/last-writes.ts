import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The WAL position of each user's last write. Unlogged: after a crash, replicas catch up before users return. */
export const lastWrites = pgTable('write_marks', {
  userId: text('person').primaryKey(),
  lsn: bigint('position', { mode: 'bigint' }).notNull(),
  writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
})
