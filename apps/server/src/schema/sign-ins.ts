import {
  type AttemptMethod,
  attemptMethods,
  type AttemptOutcome,
  attemptOutcomes,
} from '@stoa/contract/features/sign-ins'
import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'

export const signInIds = pgSequence('sign_ins_id_seq')

/** Logins and failed attempts of the last 90 days. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: serialPrimaryKey('sign_ins_id_seq'),
    /** Null for unknown accounts. No foreign key: checking it would take longer for an email that has an account. */
    userId: bigId('user_id'),
    method: text().$type<AttemptMethod>().notNull(),
    outcome: text().$type<AttemptOutcome>().notNull(),
    network: text().notNull(),
    browser: text().notNull(),
    system: text().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('sign_ins_newest').on(table.createdAt, table.id),
    index('sign_ins_user').on(table.userId, table.createdAt, table.id),
    index('sign_ins_outcome').on(table.outcome, table.createdAt, table.id),
    check('sign_ins_method', sql`${table.method} in (${textList(attemptMethods)})`),
    check('sign_ins_outcome', sql`${table.outcome} in (${textList(attemptOutcomes)})`),
  ],
)
