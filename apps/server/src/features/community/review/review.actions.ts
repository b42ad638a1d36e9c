import type { ReviewQueue } from '@stoa/contract/features/review'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import type { CaseReference } from '../claims/claims.actions.ts'
import { canReview } from '../claims/claims.rules.ts'
import { queues } from './queues.ts'

type CaseInput = { type: ReviewQueue; id: string }

export async function getOpenCase(tx: Tx, actor: Actor, input: CaseInput): Promise<CaseReference> {
  const id = parseCase(tx, actor, input)
  if (!(await queues[input.type].isOpen(tx, id))) fail('review.case_not_found')
  return { queue: input.type, id }
}

export async function undoDecision(tx: Tx, actor: Actor, input: CaseInput) {
  await queues[input.type].undo(tx, actor, parseCase(tx, actor, input))
}

function parseCase(tx: Tx, actor: Actor, { type, id }: CaseInput) {
  assertAllowed(canReview(actor, type, requiredReputation(tx.ctx.settings)))
  return queues[type].parseId(id) ?? fail('review.case_not_found')
}
