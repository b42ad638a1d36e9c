import { customType, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** A transaction id that never wraps around. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** The transaction that last changed what pages with this key show. Without a second index, so that updates are cheap. */
export const pageChanges = pgTable('page_changes', {
  key: text().primaryKey(),
  changedIn: transactionId('changed_in').notNull(),
  changedAt: time('changed_at').notNull(),
})
