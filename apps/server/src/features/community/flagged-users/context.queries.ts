import type { FlaggedUserContext } from '@stoa/contract/features/flagged-users'
import { limits } from '@stoa/contract/limits'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { flagCases } from '../../../schema/flags.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { suspensions, userWarnings } from '../../../schema/user-moderation.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { toUserBasic, userCardColumns, withoutEnded } from '../../people/users/users.queries.ts'
import { listFlaggers } from '../flags/flaggers.queries.ts'
import { canModerate } from '../user-moderation/user-moderation.rules.ts'

type View = { now: Date; writeId: WriteId }

/** For staff only: the caller must have checked it. */
export async function getFlaggedUserContext(
  db: ReadDb,
  actor: Actor,
  userId: string,
  { now, writeId }: View,
): Promise<FlaggedUserContext> {
  const [facts, posts, earlier_cases, flaggers] = await Promise.all([
    getFacts(db, actor, userId, now),
    listPosts(db, userId, writeId),
    listDecidedCases(db, userId),
    listFlaggers(db, userId),
  ])
  return { ...facts, posts, earlier_cases, flaggers }
}

async function getFacts(db: ReadDb, actor: Actor, userId: string, now: Date) {
  const removedFrom = (table: typeof questions | typeof answers) =>
    sql`(select count(*) from ${table} where user_id = ${userId} and status = 10 and deleted_by <> ${userId})`
  const countOf = (table: typeof userWarnings | typeof suspensions) =>
    sql<number>`(select count(*)::int from ${table} where user_id = ${userId})`
  const [row] = await db
    .select({
      user: users,
      removed: sql<number>`(${removedFrom(questions)} + ${removedFrom(answers)})::int`,
      warnings: countOf(userWarnings),
      suspensions: countOf(suspensions),
    })
    .from(users)
    .where(and(eq(users.id, userId), ne(users.status, 'deleted')))
  if (row === undefined) return fail('user.not_found')
  const user = withoutEnded(row.user, now)
  return {
    question_count: user.questionCount,
    answer_count: user.answerCount,
    removed_count: row.removed,
    warning_count: row.warnings,
    suspension_count: row.suspensions,
    can_moderate: canModerate(actor, user).ok,
    silenced_until: toUnix(user.silencedUntil),
  }
}

type PostRow = {
  question_id: string
  answer_id: string | null
  title: string
  slug: string
  created_at: Date
  is_deleted: boolean
}

async function listPosts(db: ReadDb, userId: string, writeId: WriteId) {
  const { posts: max } = limits.reviewContext
  const newest = (table: typeof questions | typeof answers) =>
    sql`(select * from ${table} where user_id = ${userId} order by created_at desc limit ${max})`
  const { rows } = await db.execute<PostRow>(sql`
    select p.id::text as question_id, null::text as answer_id, p.title, p.slug, p.created_at,
      p.status = 10 as is_deleted
    from ${newest(questions)} p
    union all
    select p.question_id::text, p.id::text, q.title, q.slug, p.created_at,
      10 in (p.status, q.status)
    from ${newest(answers)} p join ${questions} q on q.id = p.question_id
    order by created_at desc limit ${max}`)
  return rows.map((row) => ({
    object_id: writeId(row.answer_id ?? row.question_id),
    question_id: writeId(row.question_id),
    answer_id: writeId(row.answer_id),
    title: row.title,
    url_title: row.slug,
    created_at: toUnix(new Date(row.created_at)),
    is_deleted: row.is_deleted,
  }))
}

async function listDecidedCases(db: ReadDb, userId: string) {
  const rows = await db
    .select({
      operation: flagCases.operation,
      decidedAt: flagCases.decidedAt,
      note: flagCases.note,
      decider: userCardColumns,
    })
    .from(flagCases)
    .innerJoin(users, eq(users.id, flagCases.decidedBy))
    .where(and(eq(flagCases.objectId, userId), ne(flagCases.status, 1)))
    .orderBy(desc(flagCases.id))
    .limit(limits.reviewContext.cases)
  return rows.map(({ operation, decidedAt, note, decider }) => ({
    operation: operation as FlaggedUserContext['earlier_cases'][number]['operation'],
    decided_at: toUnix(decidedAt),
    decided_by: toUserBasic(decider),
    note,
  }))
}
