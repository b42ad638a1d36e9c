import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { serialPrimaryKey, time } from './columns.ts'

export const mailLogIds = pgSequence('mail_log_id_seq')

/** Mail bodies are not logged: they contain codes. */
export const mailLog = pgTable(
  'mail_log',
  {
    id: serialPrimaryKey('mail_log_id_seq'),
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
    index('mail_log_recipient').on(
      table.recipient,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    check('mail_log_status', sql`${table.status} in ('sent', 'failed')`),
  ],
)
