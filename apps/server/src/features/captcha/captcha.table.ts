import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../../kernel/columns.ts'

/** A challenge that was handed out. Answering it, right or wrong, uses it up. */
export const captchas = pgTable(
  'captchas',
  {
    id: text().primaryKey(),
    kind: text().$type<'image' | 'work'>().notNull(),
    action: text().notNull(),
    answerHash: text('answer_hash').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('captchas_expires_at').on(table.expiresAt),
    check('captchas_kind', sql`${table.kind} in ('image', 'work')`),
  ],
)
