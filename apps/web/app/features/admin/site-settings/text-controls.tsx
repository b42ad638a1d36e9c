import { secretMask } from '@stoa/contract/settings/secret-mask'
import type { MessageKey } from '@stoa/locales/messages'
import type { ChangeEvent } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { attributesOf, type ControlProps } from './control-props.ts'
import { fromZoned, toZoned } from './zoned-time.ts'

function textProps({ draft, onChange }: ControlProps) {
  return {
    ...attributesOf(draft),
    value: String(draft.input),
    dir: draft.field.isLtr === true ? 'ltr' : 'auto',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.currentTarget.value),
  } as const
}

export function LineControl(props: ControlProps) {
  return <TextInput {...textProps(props)} />
}

export function NumberControl(props: ControlProps) {
  const t = useTranslate()
  const { unit } = props.draft.field
  return (
    <div className="flex items-center gap-2 text-md text-ink-2">
      <TextInput {...textProps(props)} dir="ltr" inputMode="numeric" className="w-28!" />
      {unit && t(`setting_unit.${unit}` as MessageKey)}
    </div>
  )
}

/** Saved in UTC, shown in the time zone of the viewer. */
export function DateTimeControl({ draft, onChange }: ControlProps) {
  const { zone } = useFormats()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
      <TextInput
        {...attributesOf(draft)}
        type="datetime-local"
        dir="ltr"
        className="w-60!"
        value={toZoned(String(draft.input), zone)}
        onChange={(event) => onChange(fromZoned(event.currentTarget.value, zone))}
      />
      <bdi>{zone.replaceAll('_', ' ')}</bdi>
    </div>
  )
}

export function TextAreaControl(props: ControlProps) {
  return <TextArea {...textProps(props)} rows={4} className="max-h-96" />
}

export function CodeControl(props: ControlProps) {
  return (
    <TextArea
      {...textProps(props)}
      mono
      rows={6}
      spellCheck={false}
      className="max-h-96 text-sm!"
    />
  )
}

/** One value in each line. */
export function ListControl(props: ControlProps) {
  return (
    <TextArea
      {...textProps(props)}
      rows={2}
      spellCheck={false}
      autoCapitalize="none"
      className="max-h-72 min-h-16!"
    />
  )
}

export function SecretControl(props: ControlProps) {
  const t = useTranslate()
  const { draft, onChange } = props
  return (
    <PasswordInput
      {...textProps(props)}
      autoComplete="new-password"
      onFocus={(event) => {
        if (event.currentTarget.value === secretMask) onChange('')
      }}
      onBlur={(event) => {
        // Left empty without typing, the secret is kept.
        if (event.currentTarget.value === '' && draft.state.value === secretMask)
          onChange(secretMask)
      }}
      showLabel={t('account.show_password')}
      hideLabel={t('account.hide_password')}
    />
  )
}
