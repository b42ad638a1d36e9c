import {
  type Actor,
  allow,
  deny,
  isStaff,
  needs,
  type RequiredReputation,
  type Verdict,
} from '../../kernel/rules.ts'

export type TagPolicy = {
  reserved: readonly string[]
  recommended: readonly string[]
  isRecommendedRequired: boolean
}

/** Whether these tags may be put on a question. */
export function canUseTags(who: Actor, slugs: readonly string[], policy: TagPolicy): Verdict {
  if (!isStaff(who) && slugs.some((slug) => policy.reserved.includes(slug)))
    return deny('tag.reserved')
  const { recommended, isRecommendedRequired } = policy
  const isRequired = isRecommendedRequired && recommended.length > 0
  const hasRecommended = slugs.some((slug) => recommended.includes(slug))
  return isRequired && !hasRecommended ? deny('tag.recommended_required') : allow
}

/** Whether the tags of a question may become others: what is reserved neither comes nor goes without staff. */
export function canRetag(
  who: Actor,
  { before, after }: { before: readonly string[]; after: readonly string[] },
  policy: TagPolicy,
): Verdict {
  const isReserved = (slug: string) => policy.reserved.includes(slug)
  if (!isStaff(who) && before.some((slug) => isReserved(slug) && !after.includes(slug)))
    return deny('tag.reserved_stays')
  const added = after.filter((slug) => !before.includes(slug))
  if (!isStaff(who) && added.some(isReserved)) return deny('tag.reserved')
  return canUseTags(who, after, { ...policy, reserved: [] })
}

export function canCreateTag(who: Actor, required: RequiredReputation): Verdict {
  return needs(who, 'tag.add', required)
}

/** An edit stands at once, so it asks for more than an offer that someone looks at would. */
export function canEditTag(who: Actor, required: RequiredReputation): Verdict {
  return needs(who, 'tag.edit_without_review', required)
}

export function canSetSynonyms(who: Actor, required: RequiredReputation): Verdict {
  return needs(who, 'tag.synonym', required)
}

/** What a reader may do with a tag. */
export function tagVerdicts(
  who: Actor | null,
  tag: { isDeleted: boolean },
  required: RequiredReputation,
): Partial<Record<'edit' | 'delete' | 'undelete' | 'merge', Verdict>> {
  if (who === null) return {}
  const forStaff = isStaff(who) ? allow : deny('auth.forbidden')
  if (tag.isDeleted) return { undelete: forStaff }
  return { edit: canEditTag(who, required), delete: forStaff, merge: forStaff }
}
