import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { type Actor, isStaff, assertAllowed } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import {
  findBlockEnd,
  canPostAgain,
  countRecentDeletions,
  type DeletionPolicy,
  getDeletionWindowStart,
} from './deletions.rules.ts'
import { getPost } from './posts.queries.ts'
import { deletionPolicyOf } from './posts.settings.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { votes } from '../../../schema/votes.ts'

/**
 * Blocks users who keep deleting posts that others have engaged with, except staff. Computed from the posts, so that
 * restoring one lifts the block and concurrent requests agree.
 */
export async function assertNotBlocked(tx: Tx, actor: Actor) {
  const policy = deletionPolicyOf(tx.ctx.settings)
  if (isStaff(actor) || policy.maxDeletions === 0) return
  assertAllowed(canPostAgain(await listDeletionTimes(tx, actor.id, policy, tx.now), policy, tx.now))
}

export async function getDeletions(
  db: ReadDb,
  actor: Actor,
  { postId, policy, now }: { postId: string | undefined; policy: DeletionPolicy; now: Date },
) {
  const times = await listDeletionTimes(db, actor.id, policy, now)
  const end = isStaff(actor) ? null : findBlockEnd(times, policy, now)
  return {
    counts: postId !== undefined && !isStaff(actor) && (await countsTowardBlock(db, actor, postId)),
    counted: countRecentDeletions(times, policy, now),
    most: policy.maxDeletions,
    within_days: policy.withinDays,
    block_days: policy.blockDays,
    blocked_until: toUnix(end),
  }
}

const hasVotes = (table: typeof questions | typeof answers): SQL =>
  sql`exists (select 1 from ${votes} where ${votes.objectId} = ${table.id})`
const hasEngagement = {
  question: sql`(${questions.answerCount} > 0 or ${hasVotes(questions)})`,
  answer: hasVotes(answers),
}

/** When the user deleted own posts that others had engaged with, newest first. */
async function listDeletionTimes(db: ReadDb, userId: string, policy: DeletionPolicy, now: Date) {
  const since = getDeletionWindowStart(policy, now)
  const selectTimes = (table: typeof questions | typeof answers, isCounted: SQL) =>
    db
      .select({ at: table.deletedAt })
      .from(table)
      .where(
        and(
          eq(table.userId, userId),
          eq(table.deletedBy, userId),
          sql`${table.status} = 10`,
          gte(table.deletedAt, since),
          isCounted,
        ),
      )
  const rows = await selectTimes(questions, hasEngagement.question).unionAll(
    selectTimes(answers, hasEngagement.answer),
  )
  return rows
    .flatMap(({ at }) => at ?? [])
    .toSorted((one, other) => other.getTime() - one.getTime())
}

async function countsTowardBlock(db: ReadDb, actor: Actor, id: string) {
  const post = await getPost(db, actor, id, { forUpdate: false })
  if (post.userId !== actor.id || post.isDeleted) return false
  const [table, isCounted] =
    post.kind === 'question' ? [questions, hasEngagement.question] : [answers, hasEngagement.answer]
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isCounted))
  return row !== undefined
}
