import { limits } from '@stoa/contract/limits'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { TagRules } from './tag-rules.ts'

/** Longer lists would be read by nobody. */
const mostNamed = 8

/** How many tags, and what the site asks of them, before anything is refused. */
export function useTagHint({ recommended, isRequired, reserved, newTagsNeed }: TagRules): string {
  const t = useTranslate()
  const list = (names: readonly string[]) => names.slice(0, mostNamed).join(', ')
  return [
    t('ask.tags_hint', { most: limits.tags.max }),
    isRequired && t('ask.tags_required', { tags: list(recommended) }),
    reserved.length > 0 && t('ask.tags_reserved', { tags: list(reserved) }),
    newTagsNeed,
  ]
    .filter(Boolean)
    .join(' ')
}
