import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { type Actor, isStaff, must } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import {
  blockedUntil,
  canPostAgain,
  countedNow,
  type DeletionPolicy,
  deletionsSince,
} from './deletions.rules.ts'
import { getPost } from './posts.queries.ts'
import { answers, questions } from './posts.table.ts'
import { votes } from './votes.table.ts'

/**
 * Stops someone who keeps taking back what others took part in; staff go on. Nothing is stored about it: it is read
 * from the posts as they are, so bringing one back lifts it, and no two requests can count differently.
 */
export async function expectNotBlocked(tx: Tx, who: Actor, policy: DeletionPolicy) {
  if (isStaff(who) || policy.most === 0) return
  must(canPostAgain(await deletionTimes(tx, who.id, policy, tx.now), policy, tx.now))
}

/** What a person should know before they delete a post. */
export async function getDeletions(
  db: Db,
  who: Actor,
  { postId, policy, now }: { postId: string | undefined; policy: DeletionPolicy; now: Date },
) {
  const times = await deletionTimes(db, who.id, policy, now)
  const end = isStaff(who) ? null : blockedUntil(times, policy, now)
  return {
    counts: postId !== undefined && !isStaff(who) && (await wouldCount(db, who, postId)),
    counted: countedNow(times, policy, now),
    most: policy.most,
    within_days: policy.withinDays,
    block_days: policy.blockDays,
    blocked_until: toUnix(end),
  }
}

const hasVotes = (table: typeof questions | typeof answers): SQL =>
  sql`exists (select 1 from ${votes} where ${votes.objectId} = ${table.id})`
/** Others took part in a question by answering or voting, in an answer by voting. */
const tookPart = {
  question: sql`(${questions.answerCount} > 0 or ${hasVotes(questions)})`,
  answer: hasVotes(answers),
}

/** When the person deleted posts of theirs that others took part in, newest first. */
async function deletionTimes(db: Db, userId: string, policy: DeletionPolicy, now: Date) {
  const since = deletionsSince(policy, now)
  const times = (table: typeof questions | typeof answers, isCounted: SQL) =>
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
  const rows = await times(questions, tookPart.question).unionAll(times(answers, tookPart.answer))
  return rows
    .flatMap(({ at }) => at ?? [])
    .toSorted((one, other) => other.getTime() - one.getTime())
}

/** Whether deleting this post would count, as it stands. */
async function wouldCount(db: Db, who: Actor, id: string) {
  const post = await getPost(db, who, id, { isLocked: false })
  if (post.userId !== who.id || post.isDeleted) return false
  const [table, isCounted] =
    post.kind === 'question' ? [questions, tookPart.question] : [answers, tookPart.answer]
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isCounted))
  return row !== undefined
}
