import type { Account } from '@stoa/contract/features/people'
import { limits } from '@stoa/contract/limits'
import { and } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { users } from '../../../schema/users.ts'
import { toCsvStream } from '../../community/staff-log/csv.rules.ts'
import { type AccountFilters, isAfter, keyOf, toConditions, toOrder } from './account-filters.ts'
import { accountColumns, type AccountView, toAccount } from './people.queries.ts'

const batchSize = 500

const header = [
  'user_id',
  'username',
  'display_name',
  'email',
  'email_state',
  'role',
  'status',
  'suspended_until',
  'reputation',
  'questions',
  'answers',
  'joined',
  'last_seen',
]

/** In the order of the list. */
export function exportAccounts(db: ReadDb, filters: AccountFilters, view: AccountView) {
  return toCsvStream(header, readBatches(db, filters, view))
}

async function* readBatches(db: ReadDb, filters: AccountFilters, view: AccountView) {
  const conditions = toConditions(filters, view)
  let last: { key: string; id: string } | undefined
  for (let read = 0; read < limits.accountExport.max; read += batchSize) {
    const rows = await db
      .select({ ...accountColumns(db), key: keyOf(filters) })
      .from(users)
      .where(and(conditions, last && isAfter(filters, last)))
      .orderBy(...toOrder(filters))
      .limit(batchSize)
    yield rows.map((row) => toCells(toAccount(row, view)))
    const end = rows.at(-1)
    if (end === undefined || rows.length < batchSize) break
    last = { key: end.key, id: end.user.id }
  }
}

function toCells(account: Account) {
  const toTime = (at: number) => (at === 0 ? '' : new Date(at * 1000).toISOString())
  return [
    account.user_id,
    account.username,
    account.display_name,
    account.e_mail,
    account.email_state,
    account.role_name,
    account.status,
    toTime(account.suspended_until),
    String(account.rank),
    String(account.question_count),
    String(account.answer_count),
    toTime(account.created_at),
    toTime(account.last_seen_at),
  ]
}
