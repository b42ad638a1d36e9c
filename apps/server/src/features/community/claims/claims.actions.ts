import type { ReviewQueue } from '@stoa/contract/features/review'
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { reviewClaims, reviewSkips } from '../../../schema/review.ts'

export type CaseReference = { queue: ReviewQueue; id: string }

const claimMs = 5 * 60_000

/** A user holds one claim at a time. Claiming the same case again extends the claim. */
export async function claimCase(tx: Tx, actor: Actor, { queue, id }: CaseReference) {
  const until = new Date(tx.now.getTime() + claimMs)
  const [claimed] = await tx
    .insert(reviewClaims)
    .values({ queue, caseId: id, userId: actor.id, until })
    .onConflictDoUpdate({
      target: [reviewClaims.queue, reviewClaims.caseId],
      set: { userId: actor.id, until },
      setWhere: sql`${reviewClaims.userId} = ${actor.id} or ${reviewClaims.until} <= ${tx.now.toISOString()}::timestamptz`,
    })
    .returning({ caseId: reviewClaims.caseId })
  if (claimed === undefined) fail('review.claimed', { hint: { err_type: 'toast' } })
  await tx
    .delete(reviewClaims)
    .where(
      and(
        eq(reviewClaims.userId, actor.id),
        or(ne(reviewClaims.queue, queue), ne(reviewClaims.caseId, id)),
      ),
    )
  return until
}

export async function skipCase(tx: Tx, actor: Actor, { queue, id }: CaseReference) {
  await tx.insert(reviewSkips).values({ queue, caseId: id, userId: actor.id }).onConflictDoNothing()
  await tx
    .delete(reviewClaims)
    .where(and(isCase(reviewClaims, { queue, id }), eq(reviewClaims.userId, actor.id)))
}

/** For a decision, under the lock on the case: fails while somebody else looks at it. */
export async function finishCase(tx: Tx, actor: Actor, reference: CaseReference) {
  const removed = await tx
    .delete(reviewClaims)
    .where(isCase(reviewClaims, reference))
    .returning({ userId: reviewClaims.userId, until: reviewClaims.until })
  const isClaimed = removed.some(({ userId, until }) => userId !== actor.id && until > tx.now)
  if (isClaimed) fail('review.claimed', { hint: { err_type: 'toast' } })
  await tx.delete(reviewSkips).where(isCase(reviewSkips, reference))
}

function isCase(
  table: typeof reviewClaims | typeof reviewSkips,
  { queue, id }: CaseReference,
): SQL | undefined {
  return and(eq(table.queue, queue), eq(table.caseId, id))
}
