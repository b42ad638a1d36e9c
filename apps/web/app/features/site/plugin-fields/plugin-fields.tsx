import { hasValue, type PluginField, type PluginValues } from '@stoa/contract/plugin-fields'
import { Field, FieldError } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { PluginButton, type PluginAction } from './plugin-button.tsx'
import { PluginChoice } from './plugin-choice.tsx'
import { PluginControl, type PluginControlOptions } from './plugin-control.tsx'
import { pluginValueOf } from './plugin-values.ts'

type PluginFieldsProps = PluginControlOptions & {
  fields: readonly PluginField[]
  values: PluginValues
  /** By the name of the field. */
  errors: Readonly<Record<string, string>>
  /** With all values. */
  onChange: (values: PluginValues) => void
  /** Runs the action of a button and returns its message. Without it, buttons are not shown. */
  onAction?: PluginAction
}

/** The id of a field's control, to focus it. */
export function pluginFieldId(name: string): string {
  return `plugin-field-${name}`
}

/** The settings that a plugin declares. Goes into a form. */
export function PluginFields(props: PluginFieldsProps) {
  const { fields, values, errors, onChange, onAction, ...options } = props
  return (
    <div className="grid gap-6">
      {fields.map((field) =>
        hasValue(field) ? (
          <ValueField
            key={field.name}
            {...options}
            field={field}
            value={pluginValueOf(field, values)}
            error={errors[field.name]}
            id={pluginFieldId(field.name)}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
          />
        ) : (
          <TextField key={field.name} field={field} onAction={onAction} />
        ),
      )}
    </div>
  )
}

type ValueFieldProps = Parameters<typeof PluginControl>[0] & { error: string | undefined }

function ValueField({ error, ...control }: ValueFieldProps) {
  const { field, value, id, onChange } = control
  if (field.type === 'radio' || field.type === 'checkbox')
    return <PluginChoice field={field} value={value} id={id} error={error} onChange={onChange} />
  if (field.type === 'switch')
    return (
      <div className="grid gap-1">
        <Switch
          id={id}
          name={field.name}
          label={field.title}
          hint={field.description}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {error !== undefined && <FieldError>{error}</FieldError>}
      </div>
    )
  return (
    <Field
      id={id}
      label={field.title}
      hint={field.description}
      error={error}
      required={field.required}
    >
      <PluginControl {...control} />
    </Field>
  )
}

type TextFieldProps = { field: PluginField; onAction: PluginAction | undefined }

function TextField({ field, onAction }: TextFieldProps) {
  if (field.type === 'button')
    return onAction === undefined ? null : <PluginButton field={field} onAction={onAction} />
  return (
    <div className="border-b border-line pb-1.5">
      <h2 className="font-serif text-base font-semibold">{field.title}</h2>
      {field.description !== '' && <p className="text-sm text-ink-3">{field.description}</p>}
    </div>
  )
}
