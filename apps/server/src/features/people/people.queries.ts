import { roles } from '@stoa/contract/access'
import type { Person, RankedPerson, StaffPerson } from '@stoa/contract/features/people'
import type { UserBasic } from '@stoa/contract/features/users'
import { formatDateTime } from '@stoa/locales/format'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { type Actor, isStaff } from '../../kernel/rules.ts'
import { listReputationGains } from '../reputation/reputation.queries.ts'
import { isUserVisibleTo, sameText, toUserBasic, userCardColumns } from '../users/users.queries.ts'
import { users, type UserRow } from '../users/users.table.ts'
import { answers, questions } from '../posts/posts.table.ts'
import { isAnswerInListOf, isQuestionInListOf } from '../posts/posts.visibility.ts'
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
  const status = statusAt(reader.now, basic.status, user)
  const isGone = status === 'deleted'
  const lastSeen = toUnix(user.lastLoginAt)
  return {
    ...basic,
    status,
    role_id: isGone ? roles.user : user.roleId,
    created_at: toUnix(user.createdAt),
    last_login_date: isGone ? 0 : lastSeen - (lastSeen % daySeconds),
    ...(await countPosts(db, user, reader.who)),
    ...ownWords(status, user, reader.who),
    status_msg: statusMessage(status, user, reader),
    suspended_until: status === 'suspended' ? toUnix(user.suspendedUntil) : 0,
  }
}

function statusAt(now: Date, status: UserBasic['status'], { suspendedUntil }: UserRow) {
  const isOver = suspendedUntil !== null && suspendedUntil <= now
  return status === 'suspended' && isOver ? 'normal' : status
}

/** What someone says about themselves may be what they were suspended for: then only they and staff see it. */
function ownWords(status: UserBasic['status'], user: UserRow, who: Actor | null) {
  const isSelfOrStaff = who !== null && (who.id === user.id || isStaff(who))
  const isHidden = status === 'deleted' || (status === 'suspended' && !isSelfOrStaff)
  if (isHidden) return { bio: '', bio_html: '', website: '', location: '' }
  const { bio, bioHtml: bio_html, website, location } = user
  return { bio, bio_html, website, location }
}

/** Up to so many posts are counted; beyond that the kept counters are near enough. */
const mostCounted = 10_000

/** How many posts the reader finds in the lists of a user. */
async function countPosts(db: Db, { id, questionCount, answerCount }: UserRow, who: Actor | null) {
  const asked = db
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.userId, id), isQuestionInListOf(id, who)))
    .limit(mostCounted)
  const answered = db
    .select({ id: answers.id })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(and(eq(answers.userId, id), isAnswerInListOf(id, who)))
    .limit(mostCounted)
  const { rows } = await db.execute<{ asked: number; answered: number }>(sql`
    select (select count(*)::int from (${asked}) as asked) as asked,
      (select count(*)::int from (${answered}) as answered) as answered`)
  const orKept = (found = 0, kept: number) => (found < mostCounted ? found : Math.max(found, kept))
  return {
    question_count: orKept(rows[0]?.asked, questionCount),
    answer_count: orKept(rows[0]?.answered, answerCount),
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

const isActive = and(eq(users.status, 'normal'), isNotNull(users.activatedAt))
const isStaffRow = sql`${users.roleId} > 1`

/** The ranking looks at this many days. */
const rankedDays = 7

/** A user and what is ranked. */
export type Ranked = { userId: string; count: number }

/** How many are counted, so that enough are left when some may not be shown. */
const counted = 3 * listed

/** Those who gained the most reputation in the last days. */
export function listGains(db: Db, now: Date): Promise<Ranked[]> {
  return listReputationGains(db, startOf(now), counted)
}

/** Those who gave the most votes in the last days: the index alone tells, whatever the votes were on. */
export async function listVoters(db: Db, now: Date): Promise<Ranked[]> {
  const count = sql<number>`count(*)::int`
  return await db
    .select({ userId: votes.userId, count })
    .from(votes)
    .where(gt(votes.createdAt, startOf(now)))
    .groupBy(votes.userId)
    .orderBy(desc(count), asc(votes.userId))
    .limit(counted)
}

function startOf(now: Date) {
  return new Date(now.getTime() - rankedDays * daySeconds * 1000)
}

/** The people of a ranking in its order, without those who are not active. */
export async function listRanked(
  db: Db,
  ranked: readonly Ranked[],
): Promise<{ person: RankedPerson; count: number }[]> {
  if (ranked.length === 0) return []
  const ids = ranked.map(({ userId }) => userId)
  const rows = await db
    .select(userCardColumns)
    .from(users)
    .where(and(inArray(users.id, ids), isActive))
  const people = new Map(rows.map((row) => [row.id, toRanked(row)]))
  return ranked
    .flatMap(({ userId, count }) => {
      const person = people.get(userId)
      return person === undefined ? [] : [{ person, count }]
    })
    .slice(0, listed)
}

export async function listStaff(db: Db, start: string, limit: number): Promise<StaffPerson[]> {
  const rows = await db
    .select({ ...userCardColumns, roleId: users.roleId })
    .from(users)
    .where(and(isStaffRow, isActive, start === '' ? undefined : startsWith(start)))
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
