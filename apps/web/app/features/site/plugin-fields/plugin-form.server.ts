import {
  hasValue,
  type PluginField,
  type PluginValue,
  type PluginValues,
} from '@stoa/contract/plugin-fields'

/** Reads what `PluginFields` posts. */
export function readPluginValues(form: FormData, fields: readonly PluginField[]): PluginValues {
  return Object.fromEntries(
    fields.filter(hasValue).map((field) => [field.name, readValue(form, field)]),
  )
}

function readValue(form: FormData, { name, type }: PluginField): PluginValue {
  if (type === 'switch') return form.has(name)
  const texts = form.getAll(name).filter((value) => typeof value === 'string')
  if (type === 'checkbox' || type === 'tag_selector') return texts
  // Browsers submit line breaks as CRLF.
  return (texts[0] ?? '').replaceAll('\r\n', '\n')
}
