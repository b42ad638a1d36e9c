import type { CaseOperation } from '@stoa/contract/features/flags'
import type { UserCaseOperation } from '@stoa/contract/features/flagged-users'
import type { ReasonNumber } from '@stoa/contract/features/reasons'
import { writeSettings } from '@stoa/contract/settings/writing'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { isUniqueViolation, requireRow } from '../../../kernel/transact.ts'
import { caseStatuses, flagCases, flags, type FormerProfile } from '../../../schema/flags.ts'
import { canUndo } from '../claims/claims.rules.ts'
import { canFlagAgain } from './flags.rules.ts'

type FlaggedObject = { objectId: string; questionId: string | null; authorId: string }

/** Adds a flag to the open case of the object, or opens one. */
export async function addFlag(
  tx: Tx,
  actor: Actor,
  object: FlaggedObject,
  flag: { reason: ReasonNumber; content: string },
) {
  assertAllowed(await checkPause(tx, actor), { show: 'toast' })
  const caseId = await openCase(tx, object)
  const [added] = await tx
    .insert(flags)
    .values({ caseId, userId: actor.id, ...flag, createdAt: tx.now })
    .onConflictDoNothing()
    .returning({ id: flags.id })
  if (added === undefined) fail('flag.already', { hint: { err_type: 'toast' } })
  return caseId
}

const dayMs = 24 * 3_600_000

/** The pause starts with the last ignored flag. */
async function checkPause(tx: Tx, actor: Actor) {
  const settings = tx.ctx.settings.get(writeSettings)
  const since = (days: number) => new Date(tx.now.getTime() - days * dayMs)
  const [row] = await tx
    .select({
      ignored: count(),
      isRecent: sql<boolean>`coalesce(max(${flagCases.decidedAt}) > ${since(settings.flag_pause_days).toISOString()}::timestamptz, false)`,
    })
    .from(flags)
    .innerJoin(flagCases, eq(flagCases.id, flags.caseId))
    .where(
      and(
        eq(flags.userId, actor.id),
        eq(flagCases.status, caseStatuses.ignored),
        gt(flagCases.decidedAt, since(settings.flag_pause_within_days)),
      ),
    )
  const { ignored, isRecent } = requireRow(row)
  return canFlagAgain(isRecent ? ignored : 0, settings)
}

/** The lock on the case serializes flags on one object with the decision. */
async function openCase(tx: Tx, object: FlaggedObject) {
  const [row] = await tx
    .insert(flagCases)
    .values({ ...object, createdAt: tx.now })
    .onConflictDoUpdate({
      target: flagCases.objectId,
      targetWhere: eq(flagCases.status, sql`1`),
      // Changes nothing, but locks the case.
      set: { objectId: sql`excluded.object_id` },
    })
    .returning({ id: flagCases.id })
  return requireRow(row).id
}

export type FlagCaseRow = typeof flagCases.$inferSelect

/** First in the lock order: two moderators never decide the same case. */
export async function lockCase(tx: Tx, id: string, kind: 'content' | 'user'): Promise<FlagCaseRow> {
  const [found] = await tx.select().from(flagCases).where(eq(flagCases.id, id)).for('no key update')
  const isOfKind = (found?.questionId === null) === (kind === 'user')
  return found !== undefined && isOfKind ? found : fail('flag.case_not_found')
}

type Decision = {
  operation: CaseOperation | UserCaseOperation
  note: string
  formerProfile?: FormerProfile | null
}

export async function completeCase(
  tx: Tx,
  actor: Actor,
  flagCase: FlagCaseRow,
  decision: Decision,
) {
  const { id: caseId, objectId } = flagCase
  const isIgnored = decision.operation === 'ignore_report'
  await tx
    .update(flagCases)
    .set({
      ...decision,
      status: isIgnored ? caseStatuses.ignored : caseStatuses.completed,
      decidedBy: actor.id,
      decidedAt: tx.now,
    })
    .where(eq(flagCases.id, caseId))
  await tx.emit('flag_case.decided', { caseId, objectId, userId: actor.id })
}

/** Opens a decided case again, after `reverse` has undone what the decision changed. */
export async function reopenCase(
  tx: Tx,
  actor: Actor,
  decided: FlagCaseRow,
  reverse: () => Promise<void>,
) {
  assertAllowed(canUndo(actor, decided, tx.now), { show: 'toast' })
  await reverse()
  const { id: caseId, objectId } = decided
  await tx
    .update(flagCases)
    .set({
      status: caseStatuses.open,
      operation: null,
      decidedBy: null,
      decidedAt: null,
      note: '',
      formerProfile: null,
    })
    .where(eq(flagCases.id, caseId))
    .catch((error: unknown) => {
      // The object was flagged again meanwhile.
      if (isUniqueViolation(error)) fail('review.undo_not_possible')
      throw error
    })
  await tx.emit('flag_case.reopened', { caseId, objectId, userId: actor.id })
}
