import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { flagContent as flagCall } from '@stoa/contract/features/flags'
import { duplicateReason } from '@stoa/contract/features/reasons'
import { generalSettings } from '@stoa/contract/settings/site'
import { writeSettings } from '@stoa/contract/settings/writing'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { caseStatuses, flagCases, flags } from '../../../schema/flags.ts'
import {
  canGiveReason,
  findDuplicateTarget,
  isReasonFor,
} from '../../content/shared/reasons.rules.ts'
import { canFlag } from '../../content/shared/posts.rules.ts'
import { getPost, type PostState } from '../../content/shared/posts.queries.ts'
import { canFlagAgain } from './flags.rules.ts'

type FlagInput = ParsedInputOf<typeof flagCall>

/** Adds a flag to the open case of an object, or opens one. The content is not locked: flags do not change it. */
export async function flagContent(tx: Tx, actor: Actor, input: FlagInput) {
  const post = await getPost(tx, actor, input.object_id, { forUpdate: false })
  assertAllowed(canFlag(actor, post, requiredReputation(tx.ctx.settings)), { show: 'toast' })
  const reason = checkReason(tx, post, input)
  assertAllowed(await checkPause(tx, actor), { show: 'toast' })
  const caseId = await openCase(tx, post)
  const [flag] = await tx
    .insert(flags)
    .values({ caseId, userId: actor.id, reason, content: input.content, createdAt: tx.now })
    .onConflictDoNothing()
    .returning({ id: flags.id })
  if (flag === undefined) fail('flag.already', { hint: { err_type: 'toast' } })
  await tx.emit('content.flagged', { caseId, objectId: post.id, userId: actor.id })
}

function checkReason(tx: Tx, { kind }: PostState, { report_type: reason, content }: FlagInput) {
  if (!isReasonFor(kind, 'flag', reason)) return failField('report_type', 'reason.not_in_list')
  const verdict = canGiveReason(reason, content)
  if (!verdict.ok) failField('content', verdict.code)
  if (reason !== duplicateReason) return reason
  const target = findDuplicateTarget(content, tx.ctx.settings.get(generalSettings).site_url)
  return target.ok ? reason : failField('content', target.code)
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
async function openCase(tx: Tx, { id: objectId, questionId, userId: authorId }: PostState) {
  const [row] = await tx
    .insert(flagCases)
    .values({ objectId, questionId, authorId, createdAt: tx.now })
    .onConflictDoUpdate({
      target: flagCases.objectId,
      targetWhere: eq(flagCases.status, sql`1`),
      // Changes nothing, but locks the case.
      set: { objectId: sql`excluded.object_id` },
    })
    .returning({ id: flagCases.id })
  return requireRow(row).id
}
