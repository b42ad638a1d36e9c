import { ignoreTags, type IgnoredTag } from '@stoa/contract/features/ignored-tags'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { tagPath } from '../tags/tag-path.ts'
import { TagSetEditor } from '../tags/tag-set-editor.tsx'

/** Not shown until a tag is ignored, which tag pages offer. */
export function IgnoredTags({ tags }: { tags: readonly IgnoredTag[] }) {
  const t = useTranslate()
  const [isEditing, setEditing] = useState(false)
  if (tags.length === 0 && !isEditing) return null
  return (
    <Section
      title={t('ignored_tags.title')}
      size="sm"
      aside={
        !isEditing && (
          <TextButton className="-me-2" onClick={() => setEditing(true)}>
            {t('ignored_tags.edit')}
            <span className="sr-only"> {t('ignored_tags.title')}</span>
          </TextButton>
        )
      }
    >
      {isEditing ? (
        <TagSetEditor
          name="ignored"
          label={t('ignored_tags.field')}
          tags={tags}
          max={limits.ignoredTags.max}
          send={(call, slug_name_list) => call(ignoreTags, { slug_name_list })}
          onDone={() => setEditing(false)}
        />
      ) : (
        <TagList label={t('ignored_tags.title')}>
          {tags.map((tag) => (
            <TagChip key={tag.slug_name} name={tag.display_name} href={tagPath(tag.slug_name)} />
          ))}
        </TagList>
      )}
    </Section>
  )
}
