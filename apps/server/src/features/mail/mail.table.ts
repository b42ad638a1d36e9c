import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { serialKey, time } from '../../kernel/columns.ts'

export const mailLogIds = pgSequence('mail_log_id_seq')

/** What was mailed to whom and how it went. Bodies are not kept: they hold codes. */
export const mailLog = pgTable(
  'mail_log',
  {
    id: serialKey('mail_log_id_seq'),
    kind: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    status: text().$type<'sent' | 'failed'>().notNull(),
    error: text().notNull().default(''),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('mail_log_created_at').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    check('mail_log_status', sql`${table.status} in ('sent', 'failed')`),
  ],
)
