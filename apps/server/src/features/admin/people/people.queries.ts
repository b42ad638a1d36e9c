import type { ResponseOf } from '@stoa/contract/endpoint'
import type { Account, countAccounts as countCall } from '@stoa/contract/features/people'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { stoppedMails } from '../../../schema/mails.ts'
import { suspensions } from '../../../schema/user-moderation.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { isStopped } from '../../community/mails/receivers.queries.ts'
import { toUserBasic, withoutEnded } from '../../people/users/users.queries.ts'
import {
  type AccountFilters,
  hasStatus,
  toConditions,
  toOrder,
  type View,
} from './account-filters.ts'
import { roleNames } from './people.actions.ts'

/** Names roles in the language of the caller. */
export type AccountView = View & { t: Translate }

export async function listAccounts(
  db: ReadDb,
  input: AccountFilters & { page: number; page_size: number },
  view: AccountView,
): Promise<Page<Account>> {
  const conditions = toConditions(input, view)
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => db.select(accountColumns(db)).from(users).where(conditions).$dynamic(),
    toOrder(input),
    input,
  )
  return { count, list: rows.map((row) => toAccount(row, view)) }
}

const suspendedAt = (db: ReadDb) =>
  db
    .select({ at: suspensions.createdAt })
    .from(suspensions)
    .where(
      and(
        eq(suspensions.userId, users.id),
        eq(suspensions.kind, 'suspension'),
        isNull(suspensions.endedAt),
      ),
    )

/** Facts of other tables are read for the rows of the page only. */
export const accountColumns = (db: ReadDb) => ({
  user: users,
  suspendedAt: sql<string | null>`(${suspendedAt(db)})::text`,
  isStopped: sql<boolean>`exists (select from ${stoppedMails} where ${isStopped})`,
})

type AccountRow = { user: UserRow; suspendedAt: string | null; isStopped: boolean }

export function toAccount(row: AccountRow, { now, t }: Pick<AccountView, 'now' | 't'>): Account {
  const user = withoutEnded(row.user, now)
  const basic = toUserBasic(user)
  const isSuspended = basic.status === 'suspended'
  const seenAt = [user.lastSeenAt, user.lastLoginAt].map(toUnix)
  return {
    user_id: user.id,
    username: isPlaceholder(basic.username) ? '' : basic.username,
    display_name: basic.display_name,
    avatar: basic.avatar,
    e_mail: user.email ?? '',
    email_state: emailStateOf(user, row.isStopped),
    is_confirmed: user.activatedAt !== null,
    rank: user.reputation,
    question_count: user.questionCount,
    answer_count: user.answerCount,
    status: basic.status,
    role_id: user.roleId,
    role_name: t(`role.${roleNames[user.roleId]}`),
    created_at: toUnix(user.createdAt),
    last_seen_at: Math.max(...seenAt),
    deleted_at: toUnix(user.deletedAt),
    suspended_at: isSuspended && row.suspendedAt ? toUnix(new Date(row.suspendedAt)) : 0,
    suspended_until: isSuspended ? toUnix(user.suspendedUntil) : 0,
  }
}

/** Inactive users have no username yet. */
function isPlaceholder(username: string) {
  return username.startsWith('~')
}

function emailStateOf({ activatedAt }: UserRow, isBounced: boolean): Account['email_state'] {
  if (isBounced) return 'bounced'
  return activatedAt === null ? 'unconfirmed' : 'confirmed'
}

const { max } = limits.accountCount

/** One statement. */
export async function countAccounts(db: ReadDb, now: Date): Promise<ResponseOf<typeof countCall>> {
  const countOf = (condition: SQL | undefined) => {
    const found = db
      .select({ one: sql`1` })
      .from(users)
      .where(condition)
      .limit(max)
    return sql<number>`(select count(*)::int from (${found}) as found)`
  }
  const counts = {
    all: countOf(undefined),
    staff: countOf(sql`${users.roleId} > 1`),
    suspended: countOf(hasStatus('suspended', now)),
    inactive: countOf(hasStatus('inactive', now)),
    deleted: countOf(hasStatus('deleted', now)),
  }
  const { rows } = await db.execute<ResponseOf<typeof countCall>>(sql`select
    ${counts.all} as "all", ${counts.staff} as staff, ${counts.suspended} as suspended,
    ${counts.inactive} as inactive, ${counts.deleted} as deleted`)
  return rows[0] ?? { all: 0, staff: 0, suspended: 0, inactive: 0, deleted: 0 }
}
