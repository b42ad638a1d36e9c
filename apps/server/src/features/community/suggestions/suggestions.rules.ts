import {
  type Actor,
  allow,
  checkPrivilege,
  deny,
  isStaff,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

export const suggestionKinds = ['question', 'answer', 'tag'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

export function canAudit(
  actor: Actor,
  suggestion: { kind: SuggestionKind; userId: string },
  required: RequiredReputation,
): Verdict {
  if (suggestion.userId === actor.id) return deny('suggestion.own')
  return checkPrivilege(actor, `${suggestion.kind}.audit`, required)
}

/** The kinds of content whose suggestions the actor may decide. */
export function auditableKinds(actor: Actor, required: RequiredReputation): SuggestionKind[] {
  if (isStaff(actor)) return [...suggestionKinds]
  return suggestionKinds.filter((kind) => checkPrivilege(actor, `${kind}.audit`, required).ok)
}

const undoSeconds = 30

/** Reviewers undo what they decided just now. */
export function canUndoDecision(
  actor: Actor,
  { decidedBy, decidedAt }: { decidedBy: string | null; decidedAt: Date | null },
  now: Date,
): Verdict {
  if (decidedBy !== actor.id || decidedAt === null) return deny('suggestion.not_yours_to_undo')
  const age = now.getTime() - decidedAt.getTime()
  return age > undoSeconds * 1000 ? deny('suggestion.undo_too_late') : allow
}
