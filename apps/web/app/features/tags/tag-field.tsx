import { limits } from '@stoa/contract/limits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Control } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { useField } from '../../ui/field.tsx'
import { TagPicker, TagPickerRoom } from '../../ui/tag-picker.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toTagNames } from './tag-names.ts'
import { noTagRules, type TagRules, toAllowedTag } from './tag-rules.ts'
import { useTagOptions } from './use-tag-options.tsx'

type TagFieldProps = { control: Control; onChange: (text: string) => void; rules?: TagRules }

/** A line of text; once scripts run, a picker that suggests. Both send the same text. */
export function TagField({ control, onChange, rules = noTagRules }: TagFieldProps) {
  const [text, setText] = useState<string | null>(null)
  /** Another one, when somebody else has written into the field: a restored draft. */
  const [round, setRound] = useState(0)
  const hidden = useRef<HTMLInputElement>(null)
  const { id } = useField()
  // In a task of its own: scripts may take over a page in the midst of a step from another field into this one, when
  // neither has the focus. And in one step: what came between this look and the picker would be lost.
  useEffect(() => {
    const timer = setTimeout(() => {
      const input = document.getElementById(id ?? '')
      // Someone who is typing already keeps what is under their hands.
      const isFree = input instanceof HTMLInputElement && input !== document.activeElement
      if (isFree) flushSync(() => setText(input.value))
    })
    return () => clearTimeout(timer)
  }, [id])

  const follow = useEffectEvent((written: string) => {
    if (written === text) return
    setText(written)
    setRound(round + 1)
    onChange(written)
  })
  const isPicker = text !== null
  useEffect(() => {
    const field = hidden.current
    const hear = () => field !== null && follow(field.value)
    field?.addEventListener('input', hear)
    return () => field?.removeEventListener('input', hear)
  }, [isPicker])
  // A choice in the picker is a change of the form like any other.
  useEffect(() => {
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [text])

  if (text === null) {
    return (
      <div className="grid *:[grid-area:1/1]">
        <TagPickerRoom chosen={toTagNames(control.defaultValue ?? '')} />
        <TextInput {...control} dir="auto" autoComplete="off" autoCapitalize="none" />
      </div>
    )
  }
  return (
    <>
      <input ref={hidden} type="hidden" name={control.name} value={text} />
      <RunningPicker
        key={round}
        start={text}
        rules={rules}
        onChange={(next) => {
          setText(next)
          onChange(next)
        }}
      />
    </>
  )
}

type RunningPickerProps = { start: string; rules: TagRules; onChange: (text: string) => void }

function RunningPicker({ start, rules, onChange }: RunningPickerProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(() => toTagNames(start))
  const [query, setQuery] = useState('')
  const { options, known, isAsked } = useTagOptions(query, chosen, rules)
  const tell = (tags: string[], typed: string) => onChange([...tags, typed].join(' ').trim())
  const isNew = isAsked && query.trim() !== '' && toAllowedTag(query, known, rules) === null
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
      options={options}
      listLabel={t('ask.tags_suggested')}
      removeLabel={(tag) => t('ask.tag_remove', { tag })}
      most={limits.tags.max}
      message={isNew ? t('ask.tag_not_new', { tip: rules.newTagsNeed }) : undefined}
      create={(typed) => toAllowedTag(typed, known, rules)}
    />
  )
}
