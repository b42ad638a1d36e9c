import type { Tag } from '@stoa/contract/features/tags'
import { useTranslate } from '../../kernel/visit-context.tsx'

/** What sets a tag apart, in words. */
export function useTagKind() {
  const t = useTranslate()
  return (tag: Pick<Tag, 'recommend' | 'reserved'>) => {
    if (tag.reserved) return { is: 'reserved', label: t('tags.reserved') } as const
    return tag.recommend
      ? ({ is: 'recommended', label: t('tags.recommended') } as const)
      : undefined
  }
}
