import type { Tag } from '@stoa/contract/features/tags'
import { useTranslate } from '../../../kernel/visit-context.tsx'

export function useTagKind() {
  const t = useTranslate()
  return (tag: Pick<Tag, 'recommend' | 'reserved'>) => {
    if (tag.reserved) return { type: 'reserved', label: t('tags.reserved') } as const
    return tag.recommend
      ? ({ type: 'recommended', label: t('tags.recommended') } as const)
      : undefined
  }
}
