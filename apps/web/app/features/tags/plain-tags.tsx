import type { Tag } from '@stoa/contract/features/tags'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TagList } from '../../ui/tag-list.tsx'

type PlainTagsProps = { tags: readonly Tag[]; look?: 'plain' | 'chip' }

const looks = {
  plain: 'text-sm text-ink-2',
  chip: 'inline-flex min-h-6 items-center rounded-sm bg-wash px-2 text-xs font-medium text-ink-2',
}

/** The tags of a question. */
export function PlainTags({ tags, look = 'plain' }: PlainTagsProps) {
  const t = useTranslate()
  if (tags.length === 0) return null
  return (
    <TagList label={t('question.tags')} plain={look === 'plain'}>
      {tags.map((tag) => (
        <bdi key={tag.slug_name} className={classNames('block truncate', looks[look])}>
          {tag.display_name}
        </bdi>
      ))}
    </TagList>
  )
}
