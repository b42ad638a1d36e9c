import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { sqlState } from '../../../kernel/transact.ts'
import { caseStatuses, flagCases } from '../../../schema/flags.ts'
import { recoverAnswer } from '../../content/answers/deletion.actions.ts'
import { reopenQuestion } from '../../content/questions/closing.actions.ts'
import { recoverQuestion } from '../../content/questions/deletion.actions.ts'
import { operateQuestion } from '../../content/questions/listing.actions.ts'
import { getPost } from '../../content/shared/posts.queries.ts'
import { canUndo } from '../claims/claims.rules.ts'
import { lockCase } from './review.actions.ts'

/** Reverses what a decision changed, and opens the case again. */
export async function undoCaseDecision(tx: Tx, actor: Actor, id: string) {
  const decided = await lockCase(tx, id)
  assertAllowed(canUndo(actor, decided, tx.now), { show: 'toast' })
  const { objectId, operation } = decided
  if (operation === 'close_post') await reopenQuestion(tx, actor, objectId)
  else if (operation === 'unlist_post')
    await operateQuestion(tx, actor, { id: objectId, operation: 'show' })
  else if (operation === 'delete_post') await recoverContent(tx, actor, objectId)
  else if (operation === 'edit_post') fail('review.undo_not_possible')
  await tx
    .update(flagCases)
    .set({ status: caseStatuses.open, operation: null, decidedBy: null, decidedAt: null })
    .where(eq(flagCases.id, id))
    .catch((error: unknown) => {
      // The content was flagged again meanwhile.
      if (sqlState(error) === '23505') fail('review.undo_not_possible')
      throw error
    })
  await tx.emit('flag_case.reopened', { caseId: id, objectId, userId: actor.id })
}

async function recoverContent(tx: Tx, actor: Actor, objectId: string) {
  const { kind } = await getPost(tx, actor, objectId, { forUpdate: false })
  if (kind === 'question') await recoverQuestion(tx, actor, objectId)
  else if (kind === 'answer') await recoverAnswer(tx, actor, objectId)
  else fail('review.undo_not_possible')
}
