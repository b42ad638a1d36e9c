import {
  type Actor,
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
