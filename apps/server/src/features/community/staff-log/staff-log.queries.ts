import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { exportStaffLog, StaffLogEntry } from '@stoa/contract/features/staff-log'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { staffLog } from '../../../schema/staff-log.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { siteActorId } from './staff-log.actions.ts'
import { equalsIgnoreCase, selectUserCard, toUserBasic } from '../../people/users/users.queries.ts'

export type StaffLogFilters = ParsedInputOf<typeof exportStaffLog>
type View = { writeId: WriteId; timeZone: string }

const actor = alias(users, 'actor')
const concerned = alias(users, 'concerned')

export const newestFirst = [desc(staffLog.createdAt), desc(staffLog.id)]

export async function listStaffLog(
  db: ReadDb,
  input: StaffLogFilters & { page: number; page_size: number },
  view: View,
): Promise<Page<StaffLogEntry>> {
  const conditions = await toConditions(db, input, view.timeZone)
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => entriesQuery(db, conditions).$dynamic(),
    newestFirst,
    input,
  )
  return { count, list: rows.map((row) => toEntry(row, view.writeId)) }
}

/** The newest acts on one user and their content. */
export async function listStaffActionsOn(
  db: ReadDb,
  userId: string,
  { writeId, limit }: { writeId: WriteId; limit: number },
): Promise<StaffLogEntry[]> {
  const rows = await entriesQuery(db, eq(staffLog.userId, userId))
    .orderBy(...newestFirst)
    .limit(limit)
  return rows.map((row) => toEntry(row, writeId))
}

export function entriesQuery(db: ReadDb, conditions: SQL | undefined) {
  return db
    .select({
      log: staffLog,
      actor: selectUserCard(actor),
      concerned: selectUserCard(concerned),
      answerId: answers.id,
      questionId: questions.id,
      title: questions.title,
      slug: questions.slug,
    })
    .from(staffLog)
    .leftJoin(actor, eq(actor.id, staffLog.actorId))
    .leftJoin(concerned, eq(concerned.id, staffLog.userId))
    .leftJoin(comments, eq(comments.id, staffLog.objectId))
    .leftJoin(answers, sql`${answers.id} = coalesce(${comments.answerId}, ${staffLog.objectId})`)
    .leftJoin(
      questions,
      sql`${questions.id} = coalesce(${comments.questionId}, ${answers.questionId}, ${staffLog.objectId})`,
    )
    .where(conditions)
}

/** Unknown usernames match nothing. */
export async function toConditions(db: ReadDb, filters: StaffLogFilters, timeZone: string) {
  const { action, object_id, from, to } = filters
  const startOf = (day: string, offset: number) =>
    sql`((${day}::date + ${offset}::int)::timestamp at time zone ${timeZone})`
  return and(
    filters.actor === '' ? undefined : eq(staffLog.actorId, await findAnyUserId(db, filters.actor)),
    filters.username === ''
      ? undefined
      : eq(staffLog.userId, await findAnyUserId(db, filters.username)),
    action === undefined ? undefined : eq(staffLog.action, action),
    object_id === undefined ? undefined : eq(staffLog.objectId, object_id),
    from === undefined ? undefined : sql`${staffLog.createdAt} >= ${startOf(from, 0)}`,
    to === undefined ? undefined : sql`${staffLog.createdAt} < ${startOf(to, 1)}`,
  )
}

async function findAnyUserId(db: ReadDb, username: string) {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(equalsIgnoreCase(users.username, username))
  return user?.id ?? '0'
}

/** Their ids are numbers, not object ids. */
const withoutPost = { user: true, wave: true, site: true }

type Row = Awaited<ReturnType<typeof entriesQuery>>[number]

function toEntry(row: Row, writeId: WriteId): StaffLogEntry {
  const { log } = row
  return {
    id: log.id,
    created_at: toUnix(log.createdAt),
    action: log.action,
    object_type: log.objectType,
    object_id: log.objectType in withoutPost ? log.objectId : writeId(log.objectId),
    question_id: writeId(row.questionId),
    answer_id: writeId(row.answerId),
    title: row.title ?? '',
    url_title: row.slug ?? '',
    is_automatic: log.actorId === siteActorId,
    actor_info: row.actor === null ? null : toUserBasic(row.actor),
    user_info: row.concerned === null ? null : toUserBasic(row.concerned),
    reason: log.reason,
    before: log.before,
    after: log.after,
  }
}
