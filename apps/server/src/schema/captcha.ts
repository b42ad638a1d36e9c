import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Recent actions per subject, with the times of the last two. */
export const actionCounts = pgTable(
  'action_counts',
  {
    action: text().notNull(),
    /** A user id or a network. */
    subject: text().notNull(),
    count: integer().notNull(),
    lastAt: time('last_at').notNull(),
    beforeAt: time('before_at'),
  },
  // No index on the times: every count would update it, while old rows are deleted once an hour.
  (table) => [primaryKey({ columns: [table.action, table.subject] })],
)

/** Captchas that were attempted, correctly or not: each works once. Issued captchas are not stored. */
export const usedCaptchas = pgTable(
  'used_captchas',
  {
    id: text().primaryKey(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('used_captchas_expires_at').on(table.expiresAt)],
)
