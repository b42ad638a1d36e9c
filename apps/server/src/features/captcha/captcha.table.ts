import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../../kernel/columns.ts'

/** How often someone did something of late. The times are those of the last two. */
export const actionCounts = pgTable(
  'action_counts',
  {
    action: text().notNull(),
    /** A person's id or a network. */
    subject: text().notNull(),
    count: integer().notNull(),
    lastAt: time('last_at').notNull(),
    beforeAt: time('before_at'),
  },
  // No index on a time: every count would write both anew, and what is old is looked for once an hour.
  (table) => [primaryKey({ columns: [table.action, table.subject] })],
)

/** Challenges that were answered, right or wrong: none is good twice. Nothing is stored for those handed out. */
export const usedCaptchas = pgTable(
  'used_captchas',
  {
    id: text().primaryKey(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('used_captchas_expires_at').on(table.expiresAt)],
)
