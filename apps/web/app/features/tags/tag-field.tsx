import { limits } from '@stoa/contract/limits'
import { useEffect, useState } from 'react'
import type { Control } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { useField } from '../../ui/field.tsx'
import { TagPicker } from '../../ui/tag-picker.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toTagNames } from './tag-names.ts'
import { useTagSuggestions } from './use-tag-suggestions.ts'

type TagFieldProps = { control: Control; onChange: (text: string) => void }

/** A line of text; once scripts run, a picker that suggests. Both send the same text. */
export function TagField({ control, onChange }: TagFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const { id } = useField()
  useEffect(() => {
    const input = document.getElementById(id ?? '')
    // Someone who is typing already keeps what is under their hands.
    const isFree = input instanceof HTMLInputElement && input !== document.activeElement
    if (isFree) setText(input.value)
  }, [id])
  if (text === null) {
    return <TextInput {...control} dir="auto" autoComplete="off" autoCapitalize="none" />
  }
  return (
    <>
      <input type="hidden" name={control.name} value={text} />
      <RunningPicker
        start={text}
        onChange={(next) => {
          setText(next)
          onChange(next)
        }}
      />
    </>
  )
}

function RunningPicker({ start, onChange }: { start: string; onChange: (text: string) => void }) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(() => toTagNames(start))
  const [query, setQuery] = useState('')
  const suggested = useTagSuggestions(query)
  const tell = (tags: string[], typed: string) => onChange([...tags, typed].join(' ').trim())
  return (
    <TagPicker
      name="chosen"
      chosen={chosen}
      onChosen={(tags) => {
        setChosen(tags)
        tell(tags, '')
      }}
      query={query}
      onQuery={(typed) => {
        setQuery(typed)
        tell(chosen, typed)
      }}
      options={suggested.filter(({ value }) => !chosen.includes(value))}
      listLabel={t('ask.tags_suggested')}
      removeLabel={(tag) => t('ask.tag_remove', { tag })}
      most={limits.tags.max}
      create={(typed) => toTagNames(typed)[0] ?? null}
    />
  )
}
