import type { Tag } from '@stoa/contract/features/tags'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { RowTags } from '../../../ui/row-tags.tsx'
import { tagPath } from './tag-path.ts'

type PlainTagsProps = {
  tags: readonly Tag[]
  /** The label before the tags: "Pinned". */
  beside?: string | undefined
  /** Slugs of the viewer's followed tags, which are highlighted. */
  followed?: readonly string[] | undefined
}

export function PlainTags({ tags, beside, followed = [] }: PlainTagsProps) {
  const t = useTranslate()
  if (tags.length === 0) return null
  return (
    <RowTags
      label={t('question.tags')}
      beside={beside}
      tags={tags.map((tag) => ({
        name: tag.display_name,
        href: tagPath(tag.slug_name),
        followed: followed.includes(tag.slug_name),
      }))}
    />
  )
}
