import type { Tag } from '@stoa/contract/features/tags'
import type { Client } from '@stoa/contract/client'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TagPicker } from '../../../ui/tag-picker.tsx'
import { useTagSuggestions } from './use-tag-suggestions.ts'

type TagSetEditorProps = {
  name: string
  label: string
  tags: readonly Pick<Tag, 'slug_name'>[]
  max: number
  send: (call: Client['call'], slugs: string[]) => Promise<unknown>
  onDone: () => void
}

/** Edits the tags that a user chose for something, and saves them together. */
export function TagSetEditor({ name, label, tags, max, send, onDone }: TagSetEditorProps) {
  const t = useTranslate()
  const { run, isSending } = useMutation({ send, revalidates: true })
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
      <Field label={label} hint={t('follow.field_hint')}>
        <TagPicker
          name={name}
          chosen={chosen}
          onChosen={setChosen}
          query={query}
          onQuery={setQuery}
          options={suggestions.filter(({ value }) => !chosen.includes(value))}
          listLabel={t('ask.tags_suggested')}
          removeLabel={(tag) => t('ask.tag_remove', { tag })}
          max={max}
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
