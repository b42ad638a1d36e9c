import type { z } from 'zod'
import type { SettingsGroup } from './group.ts'

export const settingControls = [
  'switch',
  'select',
  'number',
  'text',
  'text_area',
  'code',
  'list',
  'tags',
  'theme_color',
  'image',
  'language',
  'time_zone',
  'date_time',
  'secret',
  'privileges',
] as const
export type SettingControl = (typeof settingControls)[number]

/** Who notices a change: everyone, users who are logged in, moderators and admins. */
export type SettingAudience = 'visitors' | 'members' | 'staff'

export type SettingField = {
  readonly group: string
  readonly name: string
  readonly schema: z.ZodType
  readonly default: unknown
  readonly audience: SettingAudience
  readonly control: SettingControl
  /** Of a select, where the type allows more. */
  readonly options?: readonly string[]
  /** Locale key below `setting.unit`. */
  readonly unit?: SettingUnit
  /** Text that is always written from left to right. */
  readonly isLtr?: boolean
  /** Says what follows from turning it off, before it is saved. */
  readonly explainsOff?: boolean
  /** Says what follows from any change, before it is saved. */
  readonly explainsChange?: boolean
}

export type SettingUnit =
  | 'mb'
  | 'megapixels'
  | 'days'
  | 'points'
  | 'posts'
  | 'emails'
  | 'votes'
  | 'flags'

type Options = Partial<
  Pick<SettingField, 'control' | 'options' | 'unit' | 'isLtr' | 'explainsOff' | 'explainsChange'>
>

/** A field of a group as admins see it. The control follows from the type unless it is given. */
export function settingField<Shape extends z.ZodRawShape>(
  group: SettingsGroup<Shape>,
  name: keyof Shape & string,
  audience: SettingAudience,
  options: Options = {},
): SettingField {
  const declared = group.schema.shape[name] as unknown as z.ZodDefault
  const schema = declared.def.innerType as z.ZodType
  return {
    group: group.name,
    name,
    schema,
    default: declared.def.defaultValue,
    audience,
    ...options,
    control: options.control ?? controlOf(schema),
  }
}

/** Text above this length gets several lines. */
const maxLine = 512

function controlOf(schema: z.ZodType): SettingControl {
  const { type } = schema.def
  if (type === 'boolean') return 'switch'
  if (type === 'number') return 'number'
  if (type === 'enum' || type === 'union') return 'select'
  if (type === 'array') return 'list'
  if (type === 'string')
    return ((schema as z.ZodString).maxLength ?? Infinity) > maxLine ? 'text_area' : 'text'
  throw new Error(`no control for settings of type ${type}`)
}

/** The values of a select; empty for other controls. */
export function optionsOf({ schema, options }: SettingField): (string | number)[] {
  if (options !== undefined) return [...options]
  const { type } = schema.def
  if (type === 'enum') return [...(schema as z.ZodEnum<Record<string, string>>).options]
  if (type !== 'union') return []
  return (schema as z.ZodUnion<z.ZodLiteral[]>).options.flatMap((option) => [
    ...(option.values as Set<string | number>),
  ])
}

/** The bounds of a number. */
export function rangeOf({ schema }: SettingField): { min: number; max: number } {
  const { minValue, maxValue } = schema as z.ZodNumber
  return { min: minValue ?? 0, max: maxValue ?? Number.MAX_SAFE_INTEGER }
}

/** Unique on all pages, and the id of the control. */
export function settingKey({ group, name }: { group: string; name: string }): string {
  return `${group}.${name}`
}

/** The environment variable that overrides the field. */
export function settingVariable({ group, name }: { group: string; name: string }): string {
  return `STOA_SETTING_${group}_${name}`.toUpperCase()
}

export function isSameSetting(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, sortKeys(part)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
