// The settings that a plugin declares, for the site and for each user.
import { z } from 'zod'
import { secretMask } from './settings/secret-mask.ts'

const pluginFieldTypes = [
  'input',
  'textarea',
  'checkbox',
  'radio',
  'select',
  'upload',
  'timezone',
  'switch',
  'button',
  'legend',
  'tag_selector',
] as const

const pluginInputTypes = [
  'text',
  'color',
  'date',
  'datetime-local',
  'email',
  'month',
  'number',
  'password',
  'range',
  'search',
  'tel',
  'time',
  'url',
  'week',
] as const

const text = z.string().max(500)
const name = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/)
const maxValue = 10_000

/** Texts are English or keys of the plugin's own messages. */
export const PluginField = z.strictObject({
  name,
  type: z.enum(pluginFieldTypes),
  title: text,
  description: text.default(''),
  required: z.boolean().default(false),
  /** Stored encrypted and never sent back. */
  secret: z.boolean().default(false),
  default: z.union([z.string().max(maxValue), z.boolean(), z.array(text).max(100)]).optional(),
  /** Of a radio, a select or check boxes. */
  options: z
    .array(z.strictObject({ value: text, label: text }))
    .max(100)
    .default([]),
  input_type: z.enum(pluginInputTypes).default('text'),
  placeholder: text.default(''),
  rows: z.number().int().min(1).max(40).default(4),
  /** The name of the plugin's action that a button runs. */
  action: name.optional(),
})
export type PluginField = z.output<typeof PluginField>

/** A string for most fields, a boolean for a switch, a list for check boxes and tags. */
export const PluginValue = z.union([
  z.string().max(maxValue),
  z.boolean(),
  z.array(z.string().max(500)).max(100),
])
export type PluginValue = z.output<typeof PluginValue>
export type PluginValues = Record<string, PluginValue>

/** Buttons and legends have no value. */
export function hasValue({ type }: Pick<PluginField, 'type'>): boolean {
  return type !== 'button' && type !== 'legend'
}

export function defaultValueOf(field: PluginField): PluginValue {
  if (field.default !== undefined) return field.default
  if (field.type === 'switch') return false
  return field.type === 'checkbox' || field.type === 'tag_selector' ? [] : ''
}

export type PluginFieldProblem = 'required' | 'type' | 'option' | 'format'

/** What is wrong with a value, or null. The same rule in the browser and on the server. */
export function findPluginValueProblem(
  field: PluginField,
  value: PluginValue,
): PluginFieldProblem | null {
  if (typeof value !== typeof defaultValueOf({ ...field, default: undefined })) return 'type'
  const isList = field.type === 'checkbox' || field.type === 'tag_selector'
  if (Array.isArray(value) !== isList) return 'type'
  if (field.required && (value === '' || (Array.isArray(value) && value.length === 0)))
    return 'required'
  if (!hasOption(field, value)) return 'option'
  return typeof value === 'string' && !isValidInput(field, value) ? 'format' : null
}

function hasOption({ type, options }: PluginField, value: PluginValue): boolean {
  if (type !== 'radio' && type !== 'select' && type !== 'checkbox') return true
  const chosen = Array.isArray(value) ? value : [value]
  return chosen.every((one) => one === '' || options.some((option) => option.value === one))
}

const formats: Partial<Record<(typeof pluginInputTypes)[number], z.ZodType>> = {
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  date: z.iso.date(),
  email: z.email(),
  month: z.string().regex(/^\d{4}-\d{2}$/),
  number: z.coerce.number(),
  range: z.coerce.number(),
  url: z.url({ protocol: /^https?$/ }),
}

function isValidInput({ type, secret, input_type: inputType }: PluginField, value: string) {
  if (type !== 'input' || value === '' || (secret && value === secretMask)) return true
  return formats[inputType]?.safeParse(value).success ?? true
}
