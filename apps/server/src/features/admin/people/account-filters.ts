import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { AccountOrder, exportAccounts } from '@stoa/contract/features/people'
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { stoppedMails } from '../../../schema/mails.ts'
import { passkeys } from '../../../schema/second-factor.ts'
import { users } from '../../../schema/users.ts'
import { isStopped } from '../../community/mails/receivers.queries.ts'
import { hasPrefix } from '../../community/profiles/profiles.queries.ts'
import { equalsIgnoreCase } from '../../people/users/users.queries.ts'

export type AccountFilters = ParsedInputOf<typeof exportAccounts>
export type View = { now: Date; timeZone: string }

/** The expression of the index. Users who never came back were last seen when they joined. */
const seenAt = sql<Date>`coalesce(greatest(${users.lastSeenAt}, ${users.lastLoginAt}), ${users.createdAt})`
const posts = sql<number>`(${users.questionCount} + ${users.answerCount})`

const orders: Record<AccountOrder, { key: SQL; type: SQL }> = {
  joined: { key: sql`${users.createdAt}`, type: sql`timestamptz` },
  seen: { key: seenAt, type: sql`timestamptz` },
  reputation: { key: sql`${users.reputation}`, type: sql`integer` },
  posts: { key: posts, type: sql`integer` },
}

type Order = Pick<AccountFilters, 'order' | 'direction'>

/** One index has both directions. */
export function toOrder({ order, direction }: Order): SQL[] {
  const sort = direction === 'asc' ? asc : (key: SQL) => sql`${key} desc nulls first`
  return [sort(orders[order].key), direction === 'asc' ? asc(users.id) : desc(users.id)]
}

/** The position of a row in the order, to continue after it. */
export function keyOf({ order }: Order): SQL<string> {
  return sql<string>`${orders[order].key}::text`
}

export function isAfter({ order, direction }: Order, last: { key: string; id: string }): SQL {
  const { key, type } = orders[order]
  const position = sql`(${last.key}::${type}, ${last.id}::bigint)`
  return direction === 'asc'
    ? sql`(${key}, ${users.id}) > ${position}`
    : sql`(${key}, ${users.id}) < ${position}`
}

export function toConditions(filters: AccountFilters, view: View): SQL | undefined {
  return and(
    toSearch(filters.query),
    filters.status && hasStatus(filters.status, view.now),
    filters.staff === 'true' ? isStaffUser : undefined,
    filters.role_id && hasRole(filters.role_id),
    filters.seen && wasSeen(filters.seen, view.now),
    filters.sign_in && signsInWith(filters.sign_in),
    filters.email_state && hasEmailState(filters.email_state),
    isInRanges(filters, view.timeZone),
  )
}

function isInRanges(filters: AccountFilters, timeZone: string) {
  const startOf = (day: string, offset: number) =>
    sql`((${day}::date + ${offset}::int)::timestamp at time zone ${timeZone})`
  const { reputation_min: min, reputation_max: max, joined_from: from, joined_to: to } = filters
  return and(
    min === undefined ? undefined : gte(users.reputation, min),
    max === undefined ? undefined : lte(users.reputation, max),
    from === undefined ? undefined : sql`${users.createdAt} >= ${startOf(from, 0)}`,
    to === undefined ? undefined : sql`${users.createdAt} < ${startOf(to, 1)}`,
  )
}

function hasRole(roleId: NonNullable<AccountFilters['role_id']>) {
  const hasId = sql`${users.roleId} = ${sql.raw(roleId)}`
  return roleId === '1' ? hasId : and(isStaffUser, hasId)
}

/** The condition of the index. */
const isStaffUser = sql`${users.roleId} > 1`

function toSearch(query: string): SQL | undefined {
  if (query === '') return undefined
  const id = /^user:([1-9]\d{0,14})$/i.exec(query)?.[1]
  if (id !== undefined) return eq(users.id, id)
  if (query.includes('@') && !query.startsWith('@')) return equalsIgnoreCase(users.email, query)
  const start = query.replace(/^@/, '')
  return or(hasPrefix(users.username, start), hasPrefix(users.displayName, start))
}

/** A suspension is over at its end, even if the job that removes it has not run yet. */
export function hasStatus(status: NonNullable<AccountFilters['status']>, now: Date) {
  const isSuspended = and(
    eq(users.status, sql.raw(`'suspended'`)),
    or(isNull(users.suspendedUntil), gt(users.suspendedUntil, now)),
  )
  if (status === 'suspended') return isSuspended
  if (status === 'deleted') return sql`${users.status} = 'deleted'`
  if (status === 'inactive') return sql`${users.status} = 'normal' and ${users.activatedAt} is null`
  return and(
    isNotNull(users.activatedAt),
    or(
      sql`${users.status} = 'normal'`,
      and(sql`${users.status} = 'suspended'`, lte(users.suspendedUntil, now)),
    ),
  )
}

const dayMs = 86_400_000
const seenDays = { week: 7, month: 30, year: 365, longer: 365 } as const

function wasSeen(period: keyof typeof seenDays, now: Date) {
  const since = new Date(now.getTime() - seenDays[period] * dayMs).toISOString()
  return period === 'longer'
    ? // Nobody is seen before they joined: that bounds the order by joining.
      sql`${seenAt} < ${since}::timestamptz and ${users.createdAt} < ${since}::timestamptz`
    : sql`${seenAt} >= ${since}::timestamptz`
}

const hasPasskey = sql`exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})`

function signsInWith(method: NonNullable<AccountFilters['sign_in']>) {
  if (method === 'password') return isNotNull(users.passwordHash)
  if (method === 'passkey') return sql`${users.id} in (select ${passkeys.userId} from ${passkeys})`
  return sql`${users.passwordHash} is null and ${users.status} <> 'deleted' and not ${hasPasskey}`
}

function hasEmailState(state: NonNullable<AccountFilters['email_state']>) {
  if (state === 'confirmed') return and(isNotNull(users.activatedAt), ne(users.status, 'deleted'))
  if (state === 'unconfirmed') return and(isNull(users.activatedAt), ne(users.status, 'deleted'))
  return sql`exists (select from ${stoppedMails} where ${isStopped})`
}
