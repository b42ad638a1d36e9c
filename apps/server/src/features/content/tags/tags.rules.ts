import {
  type Actor,
  allow,
  deny,
  isStaff,
  checkPrivilege,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

export type TagPolicy = {
  reserved: readonly string[]
  recommended: readonly string[]
  isRecommendedRequired: boolean
}

export function canUseTags(actor: Actor, slugs: readonly string[], policy: TagPolicy): Verdict {
  if (!isStaff(actor) && slugs.some((slug) => policy.reserved.includes(slug)))
    return deny('tag.reserved')
  const { recommended, isRecommendedRequired } = policy
  const isRequired = isRecommendedRequired && recommended.length > 0
  const hasRecommended = slugs.some((slug) => recommended.includes(slug))
  return isRequired && !hasRecommended ? deny('tag.recommended_required') : allow
}

/** Only staff add or remove reserved tags. */
export function canRetag(
  actor: Actor,
  { before, after }: { before: readonly string[]; after: readonly string[] },
  policy: TagPolicy,
): Verdict {
  const isReserved = (slug: string) => policy.reserved.includes(slug)
  if (!isStaff(actor) && before.some((slug) => isReserved(slug) && !after.includes(slug)))
    return deny('tag.reserved_stays')
  const added = after.filter((slug) => !before.includes(slug))
  if (!isStaff(actor) && added.some(isReserved)) return deny('tag.reserved')
  return canUseTags(actor, after, { ...policy, reserved: [] })
}

export function canCreateTag(actor: Actor, required: RequiredReputation): Verdict {
  return checkPrivilege(actor, 'tag.add', required)
}

/** Whether the actor may change a tag, if only by a suggestion. */
export function canEditTag(actor: Actor, required: RequiredReputation): Verdict {
  return needsTagReview(actor, required) ? checkPrivilege(actor, 'tag.edit', required) : allow
}

/** Whether an edit becomes a suggestion. */
export function needsTagReview(actor: Actor, required: RequiredReputation): boolean {
  return !checkPrivilege(actor, 'tag.edit_without_review', required).ok
}

export function canSetSynonyms(actor: Actor, required: RequiredReputation): Verdict {
  return checkPrivilege(actor, 'tag.synonym', required)
}

export function tagVerdicts(
  actor: Actor | null,
  tag: { isDeleted: boolean },
  required: RequiredReputation,
): Partial<Record<'edit' | 'delete' | 'undelete' | 'merge', Verdict>> {
  if (actor === null) return {}
  const staffOnly = isStaff(actor) ? allow : deny('auth.forbidden')
  if (tag.isDeleted) return { undelete: staffOnly }
  return { edit: canEditTag(actor, required), delete: staffOnly, merge: staffOnly }
}
