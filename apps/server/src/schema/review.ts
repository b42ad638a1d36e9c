import type { ReviewQueue } from '@stoa/contract/features/review'
import { reviewQueues } from '@stoa/contract/features/review'
import { type AnyColumn, sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { users } from './users.ts'

const caseColumns = () => ({
  queue: text().$type<ReviewQueue>().notNull(),
  caseId: bigId('case_id').notNull(),
  userId: bigId('user_id')
    .notNull()
    .references(() => users.id),
})

const queueNames = sql.raw(reviewQueues.map((name) => `'${name}'`).join(', '))
const isQueue = (queue: AnyColumn) => sql`${queue} in (${queueNames})`

/** Who looks at a case, so that two reviewers do not decide the same one. */
export const reviewClaims = pgTable(
  'review_claims',
  { ...caseColumns(), until: time('until').notNull() },
  (table) => [
    primaryKey({ columns: [table.queue, table.caseId] }),
    index('review_claims_user_id').on(table.userId),
    check('review_claims_queue', isQueue(table.queue)),
  ],
)

/** Cases that a reviewer left to others. Removed when the case is decided. */
export const reviewSkips = pgTable('review_skips', caseColumns(), (table) => [
  primaryKey({ columns: [table.queue, table.caseId, table.userId] }),
  index('review_skips_user_id').on(table.userId),
  check('review_skips_queue', isQueue(table.queue)),
])
