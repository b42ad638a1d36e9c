import { optionsOf, type SettingControl as Control } from '@stoa/contract/settings/fields'
import { languages } from '@stoa/locales/languages'
import type { ComponentType } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Select } from '../../../ui/select.tsx'
import { BareSwitch } from '../../../ui/switch.tsx'
import { attributesOf, type ControlProps } from './control-props.ts'
import { ImageControl } from './image-control.tsx'
import { PrivilegesControl } from './privileges-control.tsx'
import { describeSetting, optionLabel } from './setting-text.ts'
import { LockedSetting } from './setting-row.tsx'
import { TagsControl } from './tags-control.tsx'
import {
  CodeControl,
  DateTimeControl,
  LineControl,
  ListControl,
  NumberControl,
  SecretControl,
  TextAreaControl,
} from './text-controls.tsx'
import { ThemeColorControl } from './theme-color-control.tsx'

export type SettingControlProps = ControlProps & {
  zones: readonly string[]
  /** The level of privileges that is chosen on the page. */
  level: number
  onLevel: (level: number) => void
}

const controls: Readonly<Record<Control, ComponentType<SettingControlProps>>> = {
  switch: SwitchControl,
  select: OptionControl,
  language: LanguageControl,
  time_zone: TimeZoneControl,
  date_time: DateTimeControl,
  number: NumberControl,
  text: LineControl,
  text_area: TextAreaControl,
  code: CodeControl,
  list: ListControl,
  secret: SecretControl,
  tags: TagsControl,
  image: ImageControl,
  theme_color: ThemeColorControl,
  privileges: PrivilegesControl,
}

export function SettingControl(props: SettingControlProps) {
  const t = useTranslate()
  const { field, state } = props.draft
  if (state.locked_by !== null)
    return <LockedSetting field={field} text={describeSetting(t, field, state.value)} />
  const Control = controls[field.control]
  return <Control {...props} />
}

function SwitchControl({ draft, onChange }: ControlProps) {
  const t = useTranslate()
  return (
    <label className="flex w-fit min-h-[max(1.75rem,var(--target))] items-center gap-2.5 text-md">
      <BareSwitch
        {...attributesOf(draft)}
        checked={draft.input === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span aria-hidden="true">{describeSetting(t, draft.field, draft.input)}</span>
    </label>
  )
}

type ChoiceProps = ControlProps & { options: { value: string; label: string }[] }

function Choice({ draft, onChange, options }: ChoiceProps) {
  return (
    <Select
      {...attributesOf(draft)}
      value={String(draft.input)}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={options}
    />
  )
}

function OptionControl(props: ControlProps) {
  const t = useTranslate()
  const { field } = props.draft
  const options = optionsOf(field).map((value) => ({
    value: String(value),
    label: optionLabel(t, field, value),
  }))
  return <Choice {...props} options={options} />
}

const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }))

function LanguageControl(props: ControlProps) {
  return <Choice {...props} options={languageOptions} />
}

function TimeZoneControl({ zones, ...props }: SettingControlProps) {
  const options = zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  return <Choice {...props} options={options} />
}
