import type { SendingFrequency } from '@stoa/contract/features/mails'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { dueMails, mailDeliveries, mailSchedules } from '../../../schema/mails.ts'
import type { Claim } from './claims.actions.ts'
import { isDigest } from './mails.rules.ts'
import { hasDigestQuestions } from './new-questions.queries.ts'
import { schedule } from './queueing.actions.ts'
import type { Receiver } from './receivers.queries.ts'

export type Delivery = { items: number; questions: number }

export type Settlement = {
  /** Sent with this mail, or no longer true. */
  settled: readonly string[]
  /** What waits for another mail, by its frequency. */
  moved: ReadonlyMap<SendingFrequency, readonly string[]>
  delivery: Delivery | null
  /** What happens later is said by the next mail. */
  readAt: Date
  /** Null if the user gets no mails now. */
  receiver: Receiver | null
}

/**
 * Before the mail is sent, so that it is sent at most once, whenever the worker stops. Returns null when another worker has
 * taken over.
 */
export async function settle(
  tx: Tx,
  claim: Claim,
  settlement: Settlement,
): Promise<Settled | null> {
  const { settled, moved, delivery } = settlement
  if (!(await lockClaim(tx, claim))) return null
  const { userId, frequency } = claim
  const isOpen = (ids: readonly string[]) =>
    and(eq(dueMails.userId, userId), isNull(dueMails.settledAt), isAnyOf(ids))
  await tx.update(dueMails).set({ settledAt: tx.now }).where(isOpen(settled))
  for (const [to, ids] of moved) {
    await tx.update(dueMails).set({ frequency: to }).where(isOpen(ids))
    const now = sql`${tx.now.toISOString()}::timestamptz`
    const receiver = sql`select ${userId}::bigint as user_id, ${to}::text as frequency, ${now} as since`
    await tx.execute(schedule(receiver, now))
  }
  await endSchedule(tx, claim, settlement)
  if (delivery === null) return { deliveryId: null }
  const [sent] = await tx
    .insert(mailDeliveries)
    .values({ userId, frequency, ...delivery, sentAt: tx.now })
    .returning({ id: mailDeliveries.id })
  return { deliveryId: sent?.id ?? null }
}

type Settled = { deliveryId: string | null }

/** Sends it later: the hour is not right, or the user is reading the page. */
export async function postpone(tx: Tx, claim: Claim, dueAt: Date) {
  if (await lockClaim(tx, claim))
    await tx.update(mailSchedules).set({ dueAt, claimedUntil: null }).where(isScheduleOf(claim))
}

export type Failed = Settled & { subjectIds: readonly string[] }

/** Takes back that it was sent: the mail server did not accept it. */
export async function retryLater(tx: Tx, claim: Claim, failed: Failed, dueAt: Date) {
  const { userId, frequency, since } = claim
  const { subjectIds, deliveryId } = failed
  if (deliveryId !== null) await tx.delete(mailDeliveries).where(eq(mailDeliveries.id, deliveryId))
  const failures = claim.failures + 1
  await tx
    .update(dueMails)
    .set({ settledAt: null })
    .where(and(eq(dueMails.userId, userId), isAnyOf(subjectIds)))
  await tx
    .insert(mailSchedules)
    .values({ userId, frequency, dueAt, since, failures })
    .onConflictDoUpdate({
      target: [mailSchedules.userId, mailSchedules.frequency],
      set: { dueAt, since, failures, claimedUntil: null },
    })
}

/** Deletes the schedule, unless something was added meanwhile. */
async function endSchedule(tx: Tx, claim: Claim, { readAt, receiver }: Settlement) {
  if ((await hasOpenRows(tx, claim)) || (await hasLaterQuestions(tx, claim, { readAt, receiver })))
    await tx
      .update(mailSchedules)
      .set({ dueAt: tx.now, since: readAt, claimedUntil: null, failures: 0 })
      .where(isScheduleOf(claim))
  else await tx.delete(mailSchedules).where(isScheduleOf(claim))
}

async function hasOpenRows(tx: Tx, claim: Claim): Promise<boolean> {
  const [left] = await tx
    .select({ id: dueMails.subjectId })
    .from(dueMails)
    .where(
      and(
        eq(dueMails.userId, claim.userId),
        eq(dueMails.frequency, claim.frequency),
        isNull(dueMails.settledAt),
      ),
    )
    .limit(1)
  return left !== undefined
}

/** Questions for a digest have no rows. */
async function hasLaterQuestions(
  tx: Tx,
  { frequency }: Claim,
  { readAt, receiver }: Pick<Settlement, 'readAt' | 'receiver'>,
): Promise<boolean> {
  if (receiver === null || !isDigest(frequency)) return false
  return await hasDigestQuestions(tx, { frequency, since: readAt, until: null }, receiver)
}

async function lockClaim(tx: Tx, claim: Claim): Promise<boolean> {
  const [row] = await tx
    .select({ userId: mailSchedules.userId })
    .from(mailSchedules)
    .where(and(isScheduleOf(claim), eq(mailSchedules.claimedUntil, claim.claimedUntil)))
    .for('no key update')
  return row !== undefined
}

function isScheduleOf({ userId, frequency }: Claim): SQL | undefined {
  return and(eq(mailSchedules.userId, userId), eq(mailSchedules.frequency, frequency))
}

function isAnyOf(ids: readonly string[]): SQL {
  return sql`${dueMails.subjectId} = any(${idArray(ids)})`
}
