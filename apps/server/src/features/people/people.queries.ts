import { roles } from '@stoa/contract/access'
import type { Person, RankedPerson, StaffPerson } from '@stoa/contract/features/people'
import type { UserBasic } from '@stoa/contract/features/users'
import { formatDateTime } from '@stoa/locales/format'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, desc, eq, gt, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/rules.ts'
import { isUserVisibleTo, sameText, toUserBasic, userCardColumns } from '../users/users.queries.ts'
import { users, type UserRow } from '../users/users.table.ts'
import { votes } from '../posts/votes.table.ts'

const daySeconds = 86_400
const listed = 20

/** The public profile of a person, told in the reader's language and the site's time. */
export async function getPerson(
  db: Db,
  username: string,
  reader: { who: Actor | null; t: Translate; now: Date; timeZone: string },
): Promise<Person> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(sameText(users.username, username), isUserVisibleTo(reader.who)))
  if (user === undefined) fail('user.not_found')
  const basic = toUserBasic(user)
  const isOver = user.suspendedUntil !== null && user.suspendedUntil <= reader.now
  const status = basic.status === 'suspended' && isOver ? 'normal' : basic.status
  const isGone = status === 'deleted'
  const lastSeen = toUnix(user.lastLoginAt)
  return {
    ...basic,
    status,
    role_id: isGone ? roles.user : user.roleId,
    created_at: toUnix(user.createdAt),
    last_login_date: isGone ? 0 : lastSeen - (lastSeen % daySeconds),
    question_count: user.questionCount,
    answer_count: user.answerCount,
    bio: isGone ? '' : user.bio,
    bio_html: isGone ? '' : user.bioHtml,
    website: isGone ? '' : user.website,
    location: isGone ? '' : user.location,
    status_msg: statusMessage(status, user, reader),
    suspended_until: status === 'suspended' ? toUnix(user.suspendedUntil) : 0,
  }
}

function statusMessage(
  status: UserBasic['status'],
  { suspendedUntil }: UserRow,
  { t, timeZone }: { t: Translate; timeZone: string },
) {
  if (status === 'normal') return ''
  if (status !== 'suspended') return t(`user.status.${status}`)
  if (suspendedUntil === null) return t('user.status.suspended')
  return t('user.status.suspended_until', {
    time: formatDateTime(toUnix(suspendedUntil), t.tag, timeZone),
  })
}

/** Written out, not bound: a partial index is only used when the planner can see that the condition is its own. */
const isActive = sql`${users.status} = 'normal' and ${users.activatedAt} is not null`
const isStaff = sql`${users.roleId} > 1`

/** Those with the most reputation; everyone starts with one, which is no merit. */
export function byReputation(db: Db) {
  return db
    .select(userCardColumns)
    .from(users)
    .where(and(isActive, gt(users.reputation, 1)))
    .orderBy(desc(users.reputation), asc(users.id))
    .limit(listed)
}

export async function listMostReputed(db: Db): Promise<RankedPerson[]> {
  return (await byReputation(db)).map(toRanked)
}

const voteDays = 7

/** Those who gave the most votes in the last days: the index alone tells, whatever the votes were on. */
function byVotesGiven(db: Db, now: Date) {
  const since = new Date(now.getTime() - voteDays * daySeconds * 1000)
  const given = db
    .select({ userId: votes.userId, count: sql<number>`count(*)::int`.as('count') })
    .from(votes)
    .where(gt(votes.createdAt, since))
    .groupBy(votes.userId)
    .as('given')
  return db
    .select({ ...userCardColumns, votesGiven: given.count })
    .from(given)
    .innerJoin(users, eq(users.id, given.userId))
    .where(isActive)
    .orderBy(desc(given.count), asc(users.id))
    .limit(listed)
}

export async function listMostVoting(db: Db, now: Date): Promise<RankedPerson[]> {
  const rows = await byVotesGiven(db, now)
  return rows.map((row) => ({ ...toRanked(row), vote_count: row.votesGiven }))
}

export async function listStaff(db: Db, start: string, limit: number): Promise<StaffPerson[]> {
  const rows = await db
    .select({ ...userCardColumns, roleId: users.roleId })
    .from(users)
    .where(and(isStaff, isActive, start === '' ? undefined : startsWith(start)))
    .orderBy(asc(sql`lower(${users.username})`))
    .limit(limit)
  return rows.map((row) => ({ ...toRanked(row), role_id: row.roleId }))
}

/** How many people with a fitting name are looked at before the best of them are chosen. */
const candidates = 50

/** People whose username or name starts with a text. Reads as much for one letter as for ten. */
export function peopleStartingWith(db: Db, start: string, options: { not: string; limit: number }) {
  // In the order of the index, so that it is the index that is read, and no further than the limit.
  const some = (column: NameColumn) =>
    db
      .select({ id: users.id })
      .from(users)
      // Inside: an account that waits must not push a member out of the candidates.
      .where(and(hasPrefix(column, start), isNotNull(users.activatedAt)))
      .orderBy(sql`lower(${column}) using ~<~`)
      .limit(candidates)
  const found = union(some(users.username), some(users.displayName)).as('found')
  return db
    .select(userCardColumns)
    .from(users)
    .innerJoin(found, eq(found.id, users.id))
    .where(and(isActive, ne(users.id, options.not)))
    .orderBy(
      desc(sql`lower(${users.username}) = lower(${start})`),
      desc(users.reputation),
      asc(users.id),
    )
    .limit(options.limit)
}

export async function searchPeople(
  db: Db,
  start: string,
  options: { not: string; limit: number },
): Promise<UserBasic[]> {
  return (await peopleStartingWith(db, start, options)).map(toUserBasic)
}

function startsWith(start: string): SQL {
  return sql`(${hasPrefix(users.username, start)} or ${hasPrefix(users.displayName, start)})`
}

type NameColumn = typeof users.username | typeof users.displayName

/** As the prefix indexes have it. Signs that mean something in a pattern are taken literally. */
function hasPrefix(column: NameColumn, start: string): SQL {
  return sql`lower(${column}) like ${`${start.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

function toRanked(row: Parameters<typeof toUserBasic>[0]): RankedPerson {
  const { username, display_name, avatar, rank } = toUserBasic(row)
  return { username, display_name, avatar, rank, vote_count: 0 }
}
