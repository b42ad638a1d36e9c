import { followTags, type FollowedTag } from '@stoa/contract/features/follows'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { tagPath } from '../tags/tag-path.ts'
import { TagSetEditor } from '../tags/tag-set-editor.tsx'

export function FollowedTags({ tags }: { tags: readonly FollowedTag[] }) {
  const t = useTranslate()
  const [isEditing, setEditing] = useState(false)
  return (
    <Section
      title={t('follow.your_tags')}
      size="sm"
      aside={
        !isEditing &&
        tags.length > 0 && (
          <TextButton className="-me-2" onClick={() => setEditing(true)}>
            {t('follow.edit')}
          </TextButton>
        )
      }
    >
      {isEditing ? (
        <TagSetEditor
          name="followed"
          label={t('follow.field')}
          tags={tags}
          max={limits.followedTags.max}
          send={(call, slug_name_list) => call(followTags, { slug_name_list })}
          onDone={() => setEditing(false)}
        />
      ) : tags.length === 0 ? (
        <NoTags onStart={() => setEditing(true)} />
      ) : (
        <TagList label={t('follow.your_tags')}>
          {tags.map((tag) => (
            <TagChip
              key={tag.slug_name}
              name={tag.display_name}
              href={tagPath(tag.slug_name)}
              followed
            />
          ))}
        </TagList>
      )}
    </Section>
  )
}

function NoTags({ onStart }: { onStart: () => void }) {
  const t = useTranslate()
  return (
    <div className="grid justify-items-start gap-3 leading-body text-ink-2">
      <p>{t('follow.no_tags')}</p>
      <Button size="sm" onClick={onStart}>
        {t('follow.choose')}
      </Button>
    </div>
  )
}
