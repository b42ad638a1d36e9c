import { roles } from '@stoa/contract/access'
import type { UserProfile, RankedUser, StaffUser } from '@stoa/contract/features/profiles'
import type { UserBasic } from '@stoa/contract/features/users'
import type { Page } from '@stoa/contract/paging'
import { formatDateTime } from '@stoa/locales/format'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { listReputationGains } from './reputation.queries.ts'
import {
  isUserVisibleTo,
  equalsIgnoreCase,
  toUserBasic,
  userCardColumns,
  withoutEnded,
} from '../../people/users/users.queries.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { userFollows } from '../../../schema/follows.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isAnswerInListOf, isQuestionInListOf } from '../../content/shared/posts.visibility.ts'
import { votes } from '../../../schema/votes.ts'

const daySeconds = 86_400
const maxRanked = 20

export async function getUser(
  db: ReadDb,
  username: string,
  viewer: { actor: Actor | null; t: Translate; now: Date; timeZone: string },
): Promise<UserProfile> {
  const [found] = await db
    .select({ row: users, isFollowed: isFollowedBy(viewer.actor) })
    .from(users)
    .where(and(equalsIgnoreCase(users.username, username), isUserVisibleTo(viewer.actor)))
  if (found === undefined) fail('user.not_found')
  const user = withoutEnded(found.row, viewer.now)
  const basic = toUserBasic(user)
  const { status } = basic
  const isDeleted = status === 'deleted'
  const lastSeen = toUnix(user.lastLoginAt)
  return {
    ...basic,
    role_id: isDeleted ? roles.user : user.roleId,
    created_at: toUnix(user.createdAt),
    last_login_date: isDeleted ? 0 : lastSeen - (lastSeen % daySeconds),
    ...(await countPosts(db, user, viewer.actor)),
    ...toProfileTexts(status, user, viewer.actor),
    status_msg: statusMessage(status, user, viewer),
    suspended_until: status === 'suspended' ? toUnix(user.suspendedUntil) : 0,
    is_followed: found.isFollowed,
  }
}

function isFollowedBy(actor: Actor | null) {
  return sql<boolean>`exists (select 1 from ${userFollows}
    where ${userFollows.userId} = ${actor?.id ?? '0'} and ${userFollows.followedId} = ${users.id})`
}

/** The texts may be the reason for a suspension: then only the user and staff see them. */
function toProfileTexts(status: UserBasic['status'], user: UserRow, actor: Actor | null) {
  const isSelfOrStaff = actor !== null && (actor.id === user.id || isStaff(actor))
  const isHidden = status === 'deleted' || (status === 'suspended' && !isSelfOrStaff)
  if (isHidden) return { bio: '', bio_html: '', website: '', location: '' }
  const { bio, bioHtml: bio_html, website, location } = user
  return { bio, bio_html, website, location }
}

/** Counts at most this many posts; beyond that the denormalized counters are close enough. */
const maxCounted = 10_000

/** The number of posts the actor sees in the user's lists. */
async function countPosts(
  db: ReadDb,
  { id, questionCount, answerCount }: UserRow,
  actor: Actor | null,
) {
  const questionIds = db
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.userId, id), isQuestionInListOf(id, actor)))
    .limit(maxCounted)
  const answerIds = db
    .select({ id: answers.id })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(and(eq(answers.userId, id), isAnswerInListOf(id, actor)))
    .limit(maxCounted)
  const { rows } = await db.execute<{ questions: number; answers: number }>(sql`
    select (select count(*)::int from (${questionIds}) as visible) as questions,
      (select count(*)::int from (${answerIds}) as visible) as answers`)
  const orCounter = (total = 0, counter: number) =>
    total < maxCounted ? total : Math.max(total, counter)
  return {
    question_count: orCounter(rows[0]?.questions, questionCount),
    answer_count: orCounter(rows[0]?.answers, answerCount),
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
const isStaffUser = sql`${users.roleId} > 1`

const rankedDays = 7

export type UserCount = { userId: string; count: number }

/** More than needed, because inactive users are removed later. */
const maxRankedCandidates = 3 * maxRanked

export function listTopEarners(db: ReadDb, now: Date): Promise<UserCount[]> {
  return listReputationGains(db, rankingStart(now), maxRankedCandidates)
}

/** An index-only scan: counts votes on all kinds of content. */
export async function listTopVoters(db: ReadDb, now: Date): Promise<UserCount[]> {
  const count = sql<number>`count(*)::int`
  return await db
    .select({ userId: votes.userId, count })
    .from(votes)
    .where(gt(votes.createdAt, rankingStart(now)))
    .groupBy(votes.userId)
    .orderBy(desc(count), asc(votes.userId))
    .limit(maxRankedCandidates)
}

function rankingStart(now: Date) {
  return new Date(now.getTime() - rankedDays * daySeconds * 1000)
}

/** Keeps the order and removes inactive users. */
export async function listRankedUsers(
  db: ReadDb,
  ranked: readonly UserCount[],
): Promise<{ user: RankedUser; count: number }[]> {
  if (ranked.length === 0) return []
  const ids = ranked.map(({ userId }) => userId)
  const rows = await db
    .select(userCardColumns)
    .from(users)
    .where(and(inArray(users.id, ids), isActive))
  const usersById = new Map(rows.map((row) => [row.id, toRanked(row)]))
  return ranked
    .flatMap(({ userId, count }) => {
      const user = usersById.get(userId)
      return user === undefined ? [] : [{ user, count }]
    })
    .slice(0, maxRanked)
}

export async function listStaff(db: ReadDb, start: string, limit: number): Promise<StaffUser[]> {
  const rows = await db
    .select({ ...userCardColumns, roleId: users.roleId })
    .from(users)
    .where(and(isStaffUser, isActive, start === '' ? undefined : startsWith(start)))
    .orderBy(asc(sql`lower(${users.username})`))
    .limit(limit)
  return rows.map((row) => ({ ...toRanked(row), role_id: row.roleId }))
}

const maxPrefixCandidates = 50

/** Reads a bounded number of rows, however short the prefix is. */
export function listUsersStartingWith(
  db: ReadDb,
  start: string,
  options: { not?: string; limit: number },
) {
  // Ordered as the prefix index, so that the scan stops at the limit.
  const matchPrefix = (column: NameColumn) =>
    db
      .select({ id: users.id })
      .from(users)
      // Filtered here so that inactive accounts do not displace members among the candidates.
      .where(and(hasPrefix(column, start), isNotNull(users.activatedAt)))
      .orderBy(sql`lower(${column}) using ~<~`)
      .limit(maxPrefixCandidates)
  const matches = union(matchPrefix(users.username), matchPrefix(users.displayName)).as('matches')
  return db
    .select(userCardColumns)
    .from(users)
    .innerJoin(matches, eq(matches.id, users.id))
    .where(and(isActive, options.not === undefined ? undefined : ne(users.id, options.not)))
    .orderBy(
      desc(sql`lower(${users.username}) = lower(${start})`),
      desc(users.reputation),
      asc(users.id),
    )
    .limit(options.limit)
}

export async function searchUsers(
  db: ReadDb,
  start: string,
  options: { not: string; limit: number },
): Promise<UserBasic[]> {
  return (await listUsersStartingWith(db, start, options)).map(toUserBasic)
}

export async function listUsers(
  db: ReadDb,
  input: { page: number; page_size: number; username: string },
): Promise<Page<UserBasic>> {
  if (input.username !== '') {
    const options = { limit: input.page_size }
    const rows = input.page > 1 ? [] : await listUsersStartingWith(db, input.username, options)
    return { count: rows.length, list: rows.map(toUserBasic) }
  }
  const find = () => db.select(userCardColumns).from(users).where(isActive).$dynamic()
  const order = [desc(users.reputation), asc(users.id)]
  const { count, rows } = await readPageWithCappedCount(db, find, order, input)
  return { count, list: rows.map(toUserBasic) }
}

function startsWith(start: string): SQL {
  return sql`(${hasPrefix(users.username, start)} or ${hasPrefix(users.displayName, start)})`
}

type NameColumn = typeof users.username | typeof users.displayName

/** Matches the expression of the prefix indexes. Escapes LIKE wildcards. */
export function hasPrefix(column: NameColumn, start: string): SQL {
  return sql`lower(${column}) like ${`${start.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

function toRanked(row: Parameters<typeof toUserBasic>[0]): RankedUser {
  const { username, display_name, avatar, rank } = toUserBasic(row)
  return { username, display_name, avatar, rank, vote_count: 0 }
}
