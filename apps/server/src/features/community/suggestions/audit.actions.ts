import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { auditSuggestion as auditCall } from '@stoa/contract/features/suggestions'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import {
  type SuggestionDecision,
  suggestions,
  suggestionStatuses,
} from '../../../schema/suggestions.ts'
import { toTagName } from '../../content/tags/tags.actions.ts'
import { changeReputation } from '../../people/reputation/reputation.actions.ts'
import { finishCase } from '../claims/claims.actions.ts'
import { mergeSuggestion, type SuggestedTexts } from './merging.rules.ts'
import { publishTexts, readVersion } from './publishing.ts'
import {
  authorOf,
  baseOf,
  contentOf,
  isContentVisibleTo,
  kindOf,
  type SuggestionRow,
  suggestionsQuery,
} from './suggestions.content.ts'
import { canAudit } from './suggestions.rules.ts'

type AuditInput = ParsedInputOf<typeof auditCall>
type Suggestion = SuggestionRow['suggestion']

// Lock order: the suggestion, then what an edit locks (answer, questions, tags), then the suggester.

/** Decides once: who comes second finds the suggestion decided. */
export async function auditSuggestion(tx: Tx, actor: Actor, input: AuditInput) {
  const row = await getSuggestion(tx, input.id)
  const { suggestion } = row
  const kind = kindOf(suggestion.objectId)
  const required = requiredReputation(tx.ctx.settings)
  assertAllowed(canAudit(actor, { kind, userId: suggestion.userId }, required))
  await lockOpenSuggestion(tx, suggestion.id)
  await finishCase(tx, actor, { queue: 'suggested_post_edit', id: suggestion.id })
  if (input.operation === 'approve') return await approve(tx, actor, row, input)
  return await decide(tx, actor, suggestion, { decision: 'rejected', reason: input.reason })
}

/** A suggestion for content that is hidden from the public is reported as missing. */
async function getSuggestion(tx: Tx, id: string) {
  const [row] = await suggestionsQuery(tx, tx.now).where(
    and(eq(suggestions.id, id), isContentVisibleTo(null)),
  )
  return row ?? fail('suggestion.not_found')
}

/** It is missing if its suggester replaced or withdrew it meanwhile. */
async function lockOpenSuggestion(tx: Tx, id: string) {
  const [locked] = await tx
    .select({ status: suggestions.status })
    .from(suggestions)
    .where(eq(suggestions.id, id))
    .for('no key update')
  if (locked === undefined) fail('suggestion.not_found')
  if (locked.status !== suggestionStatuses.open) fail('suggestion.decided')
}

/** Publishes in the name of the suggester. What does not apply any more is closed instead. */
async function approve(tx: Tx, actor: Actor, row: SuggestionRow, input: AuditInput) {
  const { suggestion } = row
  const current = contentOf(row)
  if (input.version !== undefined && input.version !== current.version) fail('edit.conflict')
  const merge = mergeSuggestion({ base: baseOf(row), suggested: suggestion, current })
  const improved = improve(merge.texts, input)
  const isImproved = improved !== merge.texts
  if (!isImproved && merge.state !== 'clean')
    return await decide(tx, actor, suggestion, { decision: merge.state })
  const { objectId, userId, summary } = suggestion
  // With the reviewer's rights, who answers for what is published.
  const editor = { ...actor, id: userId }
  await publishTexts(tx, editor, { objectId, texts: improved, version: current.version, summary })
  const publishedVersion = await readVersion(tx, objectId)
  if (publishedVersion === current.version)
    return await decide(tx, actor, suggestion, { decision: 'no_change' })
  const decision = isImproved ? 'improved' : 'approved'
  const decided = await decide(tx, actor, suggestion, { decision, publishedVersion })
  // Authors improve their own posts without reputation.
  if (authorOf(row) !== userId)
    await changeReputation(tx, {
      grant: [{ userId, kind: 'edit.accepted', objectId, byUserId: actor.id }],
    })
  return decided
}

/** Returns the same texts if the reviewer changed nothing. */
function improve(texts: SuggestedTexts, { title, slug_name, content, tags }: AuditInput) {
  const isUnchanged = [title, slug_name, content, tags].every((field) => field === undefined)
  if (isUnchanged) return texts
  return {
    title: title ?? texts.title,
    slugName: slug_name ?? texts.slugName,
    originalText: content ?? texts.originalText,
    tags: tags?.map(toTagName) ?? texts.tags,
  }
}

type Outcome = { decision: SuggestionDecision; reason?: string; publishedVersion?: number }

async function decide(tx: Tx, actor: Actor, suggestion: Suggestion, outcome: Outcome) {
  const { id, objectId, userId: suggesterId } = suggestion
  const { decision, publishedVersion } = outcome
  const { approved, rejected } = suggestionStatuses
  const status = publishedVersion === undefined ? rejected : approved
  await tx
    .update(suggestions)
    .set({ ...outcome, status, decidedBy: actor.id, decidedAt: tx.now })
    .where(eq(suggestions.id, id))
  const ids = { suggestionId: id, objectId, suggesterId, userId: actor.id }
  await tx.emit('suggestion.decided', { ...ids, decision })
  return decision
}
