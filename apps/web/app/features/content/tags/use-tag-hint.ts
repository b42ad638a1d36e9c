import { limits } from '@stoa/contract/limits'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import type { TagRules } from './tag-rules.ts'

const maxListed = 8

/** Explains the tag rules before anything is rejected. */
export function useTagHint({
  recommended,
  isRequired,
  reserved,
  newTagRequirement,
}: TagRules): string {
  const t = useTranslate()
  const toList = (names: readonly string[]) => names.slice(0, maxListed).join(', ')
  return [
    t('ask.tags_hint', { max: limits.tags.max }),
    isRequired && t('ask.tags_required', { tags: toList(recommended) }),
    reserved.length > 0 && t('ask.tags_reserved', { tags: toList(reserved) }),
    newTagRequirement,
  ]
    .filter(Boolean)
    .join(' ')
}
