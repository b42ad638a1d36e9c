import {
  type Actor,
  allow,
  deny,
  isStaff,
  needs,
  type RequiredReputation,
  type Verdict,
} from '../../kernel/rules.ts'

type TagPolicy = {
  reserved: readonly string[]
  recommended: readonly string[]
  isRecommendedRequired: boolean
}

/** Whether these tags may be put on a question. */
export function canUseTags(who: Actor, slugs: readonly string[], policy: TagPolicy): Verdict {
  if (!isStaff(who) && slugs.some((slug) => policy.reserved.includes(slug)))
    return deny('tag.reserved')
  const hasRecommended = slugs.some((slug) => policy.recommended.includes(slug))
  return policy.isRecommendedRequired && !hasRecommended ? deny('tag.recommended_required') : allow
}

export function canCreateTag(who: Actor, required: RequiredReputation): Verdict {
  return needs(who, 'tag.add', required)
}
