import type { PluginField, PluginValue } from '@stoa/contract/plugin-fields'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import { useRef, type ChangeEvent, type ReactNode } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { ColorInput } from '../../../ui/color-input.tsx'
import { useField } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { RangeInput } from '../../../ui/range-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { PluginUpload, type PluginUploadSource } from './plugin-upload.tsx'

type TagsProps = { name: string; chosen: string[]; onChosen: (tags: string[]) => void }

export type PluginControlOptions = {
  /** Of the site, from the loader: browsers and the server know different ones. */
  zones: readonly string[]
  /** `TagSearchPicker`. */
  renderTags: (props: TagsProps) => ReactNode
  /** What uploaded files are for. */
  uploadSource: PluginUploadSource
}

type PluginControlProps = PluginControlOptions & {
  field: PluginField
  value: PluginValue
  id: string
  onChange: (value: PluginValue) => void
}

/** Of a field with one label. */
export function PluginControl(props: PluginControlProps) {
  const { field, value, zones, renderTags, uploadSource, onChange } = props
  const t = useTranslate()
  const { site } = useVisit()
  const text = String(value)
  const attributes = {
    name: field.name,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(event.currentTarget.value),
  }
  switch (field.type) {
    case 'textarea':
      return <TextArea {...attributes} rows={field.rows} placeholder={field.placeholder} />
    case 'select':
      return <Select {...attributes} options={withEmpty(field)} />
    case 'timezone':
      return (
        <Select
          {...attributes}
          options={[
            { value: '', label: t('interface.time_zone_default', { zone: site.timeZone }) },
            ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
        />
      )
    case 'tag_selector':
      return renderTags({
        name: field.name,
        chosen: Array.isArray(value) ? value : [],
        onChosen: onChange,
      })
    case 'upload':
      return (
        <PluginUpload
          name={field.name}
          title={field.title}
          value={text}
          source={uploadSource}
          onChange={onChange}
        />
      )
    default:
      return <InputControl {...attributes} field={field} onText={onChange} />
  }
}

function withEmpty({ options, required, placeholder }: PluginField) {
  const hasEmpty = options.some(({ value }) => value === '')
  return hasEmpty ? options : [{ value: '', label: placeholder, disabled: required }, ...options]
}

type InputControlProps = {
  field: PluginField
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onText: (text: string) => void
}

function InputControl({ field, onText, ...attributes }: InputControlProps) {
  const ids = useField()
  const type = field.input_type
  if (field.secret || type === 'password')
    return <SecretControl {...attributes} isSecret={field.secret} onText={onText} />
  if (type === 'color')
    return <ColorInput {...ids} {...attributes} value={attributes.value || '#000000'} />
  if (type === 'range') return <RangeInput {...ids} {...attributes} />
  return (
    <TextInput
      {...attributes}
      type={type}
      dir={type === 'email' || type === 'url' ? 'ltr' : 'auto'}
      placeholder={field.placeholder}
    />
  )
}

type SecretControlProps = Omit<InputControlProps, 'field'> & { isSecret: boolean }

/** A stored secret is never sent to browsers. Left empty without typing, it is kept. */
function SecretControl({ isSecret, onText, ...attributes }: SecretControlProps) {
  const t = useTranslate()
  const hadSecret = useRef(isSecret && attributes.value === secretMask)
  return (
    <PasswordInput
      {...attributes}
      autoComplete="new-password"
      onFocus={(event) => {
        if (event.currentTarget.value === secretMask) onText('')
      }}
      onBlur={(event) => {
        if (event.currentTarget.value === '' && hadSecret.current) onText(secretMask)
      }}
      showLabel={t('account.show_password')}
      hideLabel={t('account.hide_password')}
    />
  )
}
