import { limits } from '@stoa/contract/limits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Control } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useField } from '../../../ui/field.tsx'
import { TagPicker, TagPickerPlaceholder } from '../../../ui/tag-picker.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toTagNames } from './tag-names.ts'
import { noTagRules, type TagRules, toAllowedTag } from './tag-rules.ts'
import { useTagOptions } from './use-tag-options.tsx'

type TagFieldProps = {
  control: Pick<Control, 'name' | 'defaultValue'> & Partial<Control>
  onChange?: (text: string) => void
  rules?: TagRules
  /** Says that a tag does not exist; by default also that it cannot be created. */
  unknownText?: string
}

/** A text input that becomes a picker with suggestions after hydration. Both submit the same text. */
export function TagField({ control, onChange, rules = noTagRules, unknownText }: TagFieldProps) {
  const [text, setText] = useState<string | null>(null)
  /** Remounts the picker when a restored draft changes the field. */
  const [pickerKey, setPickerKey] = useState(0)
  const hidden = useRef<HTMLInputElement>(null)
  const { id } = useField()
  // In a separate task: hydration may happen while focus moves into this field, when no field has it.
  // With flushSync: input between reading the value and rendering the picker would be lost.
  useEffect(() => {
    const timer = setTimeout(() => {
      const element = document.getElementById(id ?? '')
      // A focused field stays a text input, so that typing is not interrupted.
      const isIdle = element instanceof HTMLInputElement && element !== document.activeElement
      if (isIdle) flushSync(() => setText(element.value))
    })
    return () => clearTimeout(timer)
  }, [id])

  const syncFromField = useEffectEvent((value: string) => {
    if (value === text) return
    setText(value)
    setPickerKey(pickerKey + 1)
    onChange?.(value)
  })
  const isPicker = text !== null
  useEffect(() => {
    const field = hidden.current
    const onInput = () => field !== null && syncFromField(field.value)
    field?.addEventListener('input', onInput)
    return () => field?.removeEventListener('input', onInput)
  }, [isPicker])
  // Lets autosave and validation see a choice in the picker as form input.
  useEffect(() => {
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [text])

  if (text === null) {
    return (
      <div className="grid *:[grid-area:1/1]">
        <TagPickerPlaceholder chosen={toTagNames(control.defaultValue ?? '')} />
        <TextInput {...control} dir="auto" autoComplete="off" autoCapitalize="none" />
      </div>
    )
  }
  return (
    <>
      <input ref={hidden} type="hidden" name={control.name} value={text} />
      <HydratedPicker
        key={pickerKey}
        initialText={text}
        rules={rules}
        unknownText={unknownText}
        onChange={(next) => {
          setText(next)
          onChange?.(next)
        }}
      />
    </>
  )
}

type HydratedPickerProps = {
  initialText: string
  rules: TagRules
  unknownText: string | undefined
  onChange: (text: string) => void
}

function HydratedPicker(props: HydratedPickerProps) {
  const { initialText, rules, unknownText, onChange } = props
  const t = useTranslate()
  const [chosen, setChosen] = useState(() => toTagNames(initialText))
  const [query, setQuery] = useState('')
  const { options, existing, isLoaded } = useTagOptions(query, chosen, rules)
  const emitChange = (tags: string[], input: string) => onChange([...tags, input].join(' ').trim())
  const isForbidden =
    isLoaded && query.trim() !== '' && toAllowedTag(query, existing, rules) === null
  return (
    <TagPicker
      name="chosen"
      chosen={chosen}
      onChosen={(tags) => {
        setChosen(tags)
        emitChange(tags, '')
      }}
      query={query}
      onQuery={(input) => {
        setQuery(input)
        emitChange(chosen, input)
      }}
      options={options}
      listLabel={t('ask.tags_suggested')}
      removeLabel={(tag) => t('ask.tag_remove', { tag })}
      max={limits.tags.max}
      message={
        isForbidden
          ? (unknownText ?? t('ask.tag_not_new', { tip: rules.newTagRequirement }))
          : undefined
      }
      create={(input) => toAllowedTag(input, existing, rules)}
    />
  )
}
