import type { Tag } from '@stoa/contract/features/tags'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { tagPath } from './tag-path.ts'
import { useTagKind } from './use-tag-kind.ts'

type PlainTagsProps = {
  tags: readonly Tag[]
  look?: 'plain' | 'chip'
  /** Slugs of the viewer's followed tags, which are highlighted. */
  followed?: readonly string[] | undefined
}

export function PlainTags({ tags, look = 'plain', followed = [] }: PlainTagsProps) {
  const t = useTranslate()
  const toKind = useTagKind()
  if (tags.length === 0) return null
  return (
    <TagList label={t('question.tags')} plain={look === 'plain'}>
      {tags.map((tag) => (
        <TagChip
          key={tag.slug_name}
          variant={look}
          name={tag.display_name}
          href={tagPath(tag.slug_name)}
          followed={followed.includes(tag.slug_name)}
          kind={look === 'plain' ? undefined : toKind(tag)}
        />
      ))}
    </TagList>
  )
}
