import { followTags, type FollowedTag } from '@stoa/contract/features/follows'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { TagPicker } from '../../../ui/tag-picker.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { tagPath } from '../tags/tag-path.ts'
import { useTagSuggestions } from '../tags/use-tag-suggestions.ts'

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
        <FollowedTagsEditor tags={tags} onDone={() => setEditing(false)} />
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

function FollowedTagsEditor({
  tags,
  onDone,
}: {
  tags: readonly FollowedTag[]
  onDone: () => void
}) {
  const t = useTranslate()
  const { run, isSending } = useMutation({
    send: (call, slugs: string[]) => call(followTags, { slug_name_list: slugs }),
    revalidates: true,
  })
  const [chosen, setChosen] = useState(() => tags.map((tag) => tag.slug_name))
  const [query, setQuery] = useState('')
  const suggestions = useTagSuggestions(query).tags.map((tag) => ({
    value: tag.slug_name,
    label: tag.display_name,
  }))

  async function save() {
    const outcome = await run(chosen)
    if (outcome.ok) onDone()
  }

  return (
    <div className="grid gap-3">
      <Field label={t('follow.field')} hint={t('follow.field_hint')}>
        <TagPicker
          name="followed"
          chosen={chosen}
          onChosen={setChosen}
          query={query}
          onQuery={setQuery}
          options={suggestions.filter(({ value }) => !chosen.includes(value))}
          listLabel={t('ask.tags_suggested')}
          removeLabel={(tag) => t('ask.tag_remove', { tag })}
          max={limits.followedTags.max}
        />
      </Field>
      <div className="flex gap-2">
        <Button size="sm" loading={isSending} onClick={() => void save()}>
          {t('follow.save')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          {t('follow.cancel')}
        </Button>
      </div>
    </div>
  )
}
