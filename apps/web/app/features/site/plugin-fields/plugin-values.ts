import {
  defaultValueOf,
  hasValue,
  type PluginField,
  type PluginValue,
  type PluginValues,
} from '@stoa/contract/plugin-fields'

type FieldWithValue = PluginField & { value: PluginValue }

/** The value that is shown: of the form, or the default. */
export function pluginValueOf(field: PluginField, values: PluginValues): PluginValue {
  return Object.hasOwn(values, field.name)
    ? (values[field.name] as PluginValue)
    : defaultValueOf(field)
}

export function storedPluginValues(fields: readonly FieldWithValue[]): PluginValues {
  return Object.fromEntries(fields.filter(hasValue).map(({ name, value }) => [name, value]))
}
