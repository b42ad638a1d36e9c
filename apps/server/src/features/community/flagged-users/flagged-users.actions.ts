import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type {
  flagUser as flagCall,
  reviewFlaggedUser as reviewCall,
} from '@stoa/contract/features/flagged-users'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import { caseStatuses } from '../../../schema/flags.ts'
import { users } from '../../../schema/users.ts'
import { canGiveReason, isReasonFor } from '../../content/shared/reasons.rules.ts'
import { finishCase } from '../claims/claims.actions.ts'
import { addFlag, completeCase, lockCase, reopenCase } from '../flags/cases.actions.ts'
import { resetProfile, restoreProfile } from '../user-moderation/profile-reset.actions.ts'
import { canDecideCaseAbout, canFlagUser } from './flagged-users.rules.ts'

type FlagInput = ParsedInputOf<typeof flagCall>

/** The user is not locked: flags do not change the account. */
export async function flagUser(tx: Tx, actor: Actor, input: FlagInput) {
  const { user_id: userId, report_type: reason, content } = input
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (user === undefined) return fail('user.not_found')
  assertAllowed(canFlagUser(actor, user, requiredReputation(tx.ctx.settings)), { show: 'toast' })
  if (!isReasonFor('user', 'flag', reason)) return failField('report_type', 'reason.not_in_list')
  const verdict = canGiveReason(reason, content)
  if (!verdict.ok) failField('content', verdict.code)
  const object = { objectId: userId, questionId: null, authorId: userId }
  const caseId = await addFlag(tx, actor, object, { reason, content })
  await tx.emit('user.flagged', { caseId, userId, byId: actor.id })
}

type ReviewInput = ParsedInputOf<typeof reviewCall>

export async function reviewFlaggedUser(tx: Tx, actor: Actor, input: ReviewInput) {
  const { flag_id: id, operation_type: operation, fields, note } = input
  const flagCase = await lockCase(tx, id, 'user')
  assertAllowed(canDecideCaseAbout(flagCase.authorId, actor))
  if (flagCase.status !== caseStatuses.open) fail('flag.case_decided')
  await finishCase(tx, actor, { queue: 'flagged_user', id })
  const formerProfile =
    operation === 'reset_profile'
      ? await resetProfile(tx, actor, { userId: flagCase.authorId, fields })
      : null
  await completeCase(tx, actor, flagCase, { operation, note, formerProfile })
}

export async function undoUserDecision(tx: Tx, actor: Actor, id: string) {
  const decided = await lockCase(tx, id, 'user')
  await reopenCase(tx, actor, decided, async () => {
    const { authorId: userId, formerProfile } = decided
    if (formerProfile !== null) await restoreProfile(tx, actor, { userId, formerProfile })
  })
}
