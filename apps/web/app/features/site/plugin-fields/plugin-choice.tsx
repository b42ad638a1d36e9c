import type { PluginField, PluginValue } from '@stoa/contract/plugin-fields'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Radio } from '../../../ui/radio-group.tsx'

type PluginChoiceProps = {
  field: PluginField
  value: PluginValue
  /** Of the first option. */
  id: string
  error: string | undefined
  /** For title and description that are laid out by the caller. */
  hideLegend?: boolean
  onChange: (value: PluginValue) => void
}

/** One of a few options, or several. */
export function PluginChoice(props: PluginChoiceProps) {
  const { field, value, id, error, hideLegend = false, onChange } = props
  const describedBy = [
    ...(field.description === '' ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ]
  return (
    <fieldset
      className="grid justify-items-start gap-1"
      aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
      aria-invalid={error === undefined ? undefined : true}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-1 text-md font-semibold'}>
        {field.title}
      </legend>
      {field.options.map((option, index) => (
        <Option
          key={option.value}
          option={option}
          field={field}
          value={value}
          id={index === 0 ? id : undefined}
          onChange={onChange}
        />
      ))}
      {field.description !== '' && !hideLegend && (
        <p id={`${id}-hint`} className="text-sm text-ink-3">
          {field.description}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

type OptionProps = Omit<PluginChoiceProps, 'id' | 'error'> & {
  option: PluginField['options'][number]
  id: string | undefined
}

function Option({ option, field, value, id, onChange }: OptionProps) {
  if (field.type === 'radio')
    return (
      <label className="flex min-h-[max(1.75rem,var(--target))] cursor-pointer items-start gap-2 py-1 text-md pointer-coarse:py-2.5">
        <Radio
          className="mt-[0.1em]"
          id={id}
          name={field.name}
          value={option.value}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
        />
        <span className="text-ink-2">{option.label}</span>
      </label>
    )
  const chosen = Array.isArray(value) ? value : []
  return (
    <Checkbox
      id={id}
      name={field.name}
      value={option.value}
      label={option.label}
      checked={chosen.includes(option.value)}
      onChange={(event) =>
        onChange(
          event.currentTarget.checked
            ? [...chosen, option.value]
            : chosen.filter((one) => one !== option.value),
        )
      }
    />
  )
}
