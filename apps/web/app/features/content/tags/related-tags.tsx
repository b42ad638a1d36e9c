import type { listRelatedTags } from '@stoa/contract/features/tags'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { tagPath } from './tag-path.ts'

export function RelatedTags({ tags }: { tags: ResponseOf<typeof listRelatedTags> }) {
  const t = useTranslate()
  const { count } = useFormats()
  if (tags.length === 0) return null
  return (
    <Section title={t('tags.related')} size="sm">
      <TagList label={t('tags.related')}>
        {tags.map((tag) => (
          <TagChip
            key={tag.slug_name}
            name={tag.display_name}
            href={tagPath(tag.slug_name)}
            count={count(tag.question_count)}
          />
        ))}
      </TagList>
    </Section>
  )
}
