import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { isUniqueViolation } from '../../../kernel/transact.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { suggestions, suggestionStatuses } from '../../../schema/suggestions.ts'
import { revokeGrant } from '../../people/reputation/reputation.actions.ts'
import { canUndo } from '../claims/claims.rules.ts'
import { publishTexts, readVersion } from './publishing.ts'
import { kindOf } from './suggestions.content.ts'

/**
 * Opens a suggestion again that the actor decided just now. What an approval published is replaced by the former text,
 * as a new revision. Fails if the content has changed since.
 */
export async function undoSuggestionDecision(tx: Tx, actor: Actor, id: string) {
  const [decided] = await tx
    .select()
    .from(suggestions)
    .where(eq(suggestions.id, id))
    .for('no key update')
  if (decided === undefined) return fail('review.case_not_found')
  assertAllowed(canUndo(actor, decided, tx.now), { show: 'toast' })
  const { objectId, userId: suggesterId, publishedVersion } = decided
  await reopen(tx, id)
  if (publishedVersion !== null) {
    await restoreFormerText(tx, actor, objectId, publishedVersion)
    const grant = {
      userId: suggesterId,
      kind: 'edit.accepted',
      objectId,
      byUserId: actor.id,
    } as const
    // Authors earn nothing by edits of their own posts.
    if ((await findAuthor(tx, objectId)) !== suggesterId) await revokeGrant(tx, grant)
  }
  const ids = { suggestionId: id, objectId, suggesterId, userId: actor.id }
  await tx.emit('suggestion.reopened', ids)
}

async function findAuthor(tx: Tx, objectId: string): Promise<string | null> {
  const kind = kindOf(objectId)
  if (kind === 'tag') return null
  const table = kind === 'answer' ? answers : questions
  const [row] = await tx.select({ userId: table.userId }).from(table).where(eq(table.id, objectId))
  return row?.userId ?? null
}

async function reopen(tx: Tx, id: string) {
  const undecided = { decision: null, decidedBy: null, decidedAt: null, publishedVersion: null }
  await tx
    .update(suggestions)
    .set({ status: suggestionStatuses.open, reason: '', ...undecided })
    .where(eq(suggestions.id, id))
    .catch((error: unknown) => {
      // The suggester has made another suggestion meanwhile.
      if (isUniqueViolation(error)) fail('review.undo_not_possible')
      throw error
    })
}

async function restoreFormerText(tx: Tx, actor: Actor, objectId: string, version: number) {
  const [former] = await tx
    .select()
    .from(revisions)
    .where(and(eq(revisions.objectId, objectId), eq(revisions.version, version - 1)))
  const isCurrent = (await readVersion(tx, objectId)) === version
  if (former === undefined || !isCurrent) return fail('review.undo_not_possible')
  await publishTexts(tx, actor, { objectId, texts: former, version, summary: '' })
}
