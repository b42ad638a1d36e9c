import type { AccountStanding, UserModeration } from '@stoa/contract/features/user-moderation'
import { limits } from '@stoa/contract/limits'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import {
  removedPosts,
  suspensions,
  userNotes,
  userWarnings,
} from '../../../schema/user-moderation.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { toUserBasic, userCardColumns, withoutEnded } from '../../people/users/users.queries.ts'
import { listStaffActionsOn } from '../staff-log/staff-log.queries.ts'
import { listFlaggedContent } from './flagged-content.queries.ts'
import { canModerate } from './user-moderation.rules.ts'

const { max } = limits.moderationRows

type View = { now: Date; writeId: WriteId }

/** For staff only: the caller must have checked it. */
export async function getUserModeration(
  db: ReadDb,
  actor: Actor,
  userId: string,
  { now, writeId }: View,
): Promise<UserModeration> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (row === undefined || row.status === 'deleted') fail('user.not_found')
  const user = withoutEnded(row, now)
  return {
    user_info: toUserBasic(user),
    can_moderate: canModerate(actor, user).ok,
    suspended_until: toUnix(user.suspendedUntil),
    silenced_until: toUnix(user.silencedUntil),
    notes: await listNotes(db, actor, userId),
    warnings: await listWarnings(db, userId),
    suspensions: await listSuspensions(db, userId),
    flagged: await listFlaggedContent(db, userId, { writeId, limit: max }),
    history: await listStaffActionsOn(db, userId, { writeId, limit: max }),
  }
}

async function listNotes(db: ReadDb, actor: Actor, userId: string) {
  const rows = await db
    .select({ row: userNotes, author: userCardColumns })
    .from(userNotes)
    .innerJoin(users, eq(users.id, userNotes.authorId))
    .where(eq(userNotes.userId, userId))
    .orderBy(desc(userNotes.id))
    .limit(max)
  return rows.map(({ row, author }) => ({
    id: row.id,
    note: row.note,
    created_at: toUnix(row.createdAt),
    author_info: toUserBasic(author),
    is_own: row.authorId === actor.id,
  }))
}

async function listWarnings(db: ReadDb, userId: string) {
  const rows = await db
    .select({ row: userWarnings, author: userCardColumns })
    .from(userWarnings)
    .innerJoin(users, eq(users.id, userWarnings.authorId))
    .where(eq(userWarnings.userId, userId))
    .orderBy(desc(userWarnings.id))
    .limit(max)
  return rows.map(({ row, author }) => ({
    id: row.id,
    message: row.message,
    created_at: toUnix(row.createdAt),
    author_info: toUserBasic(author),
    acknowledged_at: toUnix(row.acknowledgedAt),
  }))
}

async function listSuspensions(db: ReadDb, userId: string) {
  const removedCount = sql<number>`(
    select count(*)::int from ${removedPosts} where ${removedPosts.suspensionId} = ${suspensions.id})`
  const rows = await db
    .select({ row: suspensions, author: userCardColumns, removedCount })
    .from(suspensions)
    .innerJoin(users, eq(users.id, suspensions.authorId))
    .where(eq(suspensions.userId, userId))
    .orderBy(desc(suspensions.id))
    .limit(max)
  return rows.map(({ row, author, removedCount: removed_count }) => ({
    id: row.id,
    ...toSuspension(row),
    author_info: toUserBasic(author),
    ended_at: toUnix(row.endedAt),
    removed_count,
  }))
}

type SuspensionRow = typeof suspensions.$inferSelect

function toSuspension({ kind, reason, createdAt, until }: SuspensionRow) {
  return { kind, reason, created_at: toUnix(createdAt), until: toUnix(until) }
}

/** What the user may know: not who decided. */
export async function getAccountStanding(
  db: ReadDb,
  userId: string,
  now: Date,
): Promise<AccountStanding> {
  const current = await db
    .select()
    .from(suspensions)
    .where(and(eq(suspensions.userId, userId), isNull(suspensions.endedAt)))
  const find = (kind: SuspensionRow['kind']) => {
    const found = current.find((row) => row.kind === kind)
    if (found === undefined) return null
    const isOver = found.until !== null && found.until <= now
    return isOver ? null : toSuspension(found)
  }
  const warnings = await db
    .select()
    .from(userWarnings)
    .where(and(eq(userWarnings.userId, userId), isNull(userWarnings.acknowledgedAt)))
    .orderBy(asc(userWarnings.id))
    .limit(max)
  return {
    suspension: find('suspension'),
    silence: find('silence'),
    warnings: warnings.map(({ id, message, createdAt }) => ({
      id,
      message,
      created_at: toUnix(createdAt),
    })),
  }
}
