import type { Tag } from '@stoa/contract/features/tags'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { tagPath } from './tag-path.ts'

export function LinkedTags({ tags }: { tags: readonly Tag[] }) {
  const t = useTranslate()
  if (tags.length === 0) return null
  return (
    <TagList label={t('question.tags')}>
      {tags.map((tag) => (
        <TagChip
          key={tag.slug_name}
          name={tag.display_name}
          href={tagPath(tag.slug_name)}
          variant="large"
        />
      ))}
    </TagList>
  )
}
