import type { PluginConfig } from '@stoa/contract/features/plugins'
import {
  hasValue,
  type PluginField,
  type PluginValue,
  type PluginValues,
} from '@stoa/contract/plugin-fields'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import type { Locale } from '@stoa/locales/languages'
import type { Manifest } from '@stoa/plugin-kit/manifest'
import { AppError, type RejectedField } from '../../../kernel/errors.ts'
import { pluginSecretPurpose, readPluginValues } from '../../../kernel/plugins.ts'
import type { SecretBox } from '../../../kernel/services.ts'
import { findValueProblems } from './plugins.rules.ts'

/** Of the site, or of one user. */
export type ConfigOwner = { secrets: SecretBox; slug: string; userId?: string }

const isStoredSecret = (
  field: PluginField | undefined,
  value: PluginValue | undefined,
): value is string => field?.secret === true && typeof value === 'string' && value !== ''

const purposeOf = ({ slug, userId }: ConfigOwner, field: string) =>
  pluginSecretPurpose(slug, field, userId)

/** As the plugin gets them. */
export function openValues(
  owner: ConfigOwner,
  fields: readonly PluginField[],
  stored: PluginValues,
) {
  const values = readPluginValues(fields, stored)
  return mapValues(fields, values, (field, value) =>
    isStoredSecret(field, value)
      ? owner.secrets.decrypt(value, purposeOf(owner, field.name))
      : value,
  )
}

/** As they are stored. */
export function sealValues(
  owner: ConfigOwner,
  fields: readonly PluginField[],
  values: PluginValues,
) {
  return mapValues(fields, values, (field, value) =>
    isStoredSecret(field, value)
      ? owner.secrets.encrypt(value, purposeOf(owner, field.name))
      : value,
  )
}

function mapValues(
  fields: readonly PluginField[],
  values: PluginValues,
  change: (field: PluginField, value: PluginValue) => PluginValue,
): PluginValues {
  const entries = fields.flatMap((field) => {
    const value = values[field.name]
    return value === undefined ? [] : [[field.name, change(field, value)] as const]
  })
  return Object.fromEntries(entries)
}

/** What was sent over what is stored, all in plain text. A masked secret stays as it is. */
export function mergeValues(
  fields: readonly PluginField[],
  current: PluginValues,
  sent: PluginValues,
): PluginValues {
  const byName = new Map(fields.filter(hasValue).map((field) => [field.name, field]))
  const unknown = Object.keys(sent).filter((name) => !byName.has(name))
  reject(unknown.map((field) => ({ field, code: 'base.request_format_error' })))
  const changed = Object.entries(sent).filter(
    ([name, value]) => !(byName.get(name)?.secret === true && value === secretMask),
  )
  const values = { ...current, ...Object.fromEntries(changed) }
  const problems = findValueProblems(fields, values).map(({ field, problem }) => ({
    field,
    code:
      problem === 'required'
        ? ('plugin.value_required' as const)
        : ('plugin.value_invalid' as const),
  }))
  reject(problems)
  return values
}

function reject(fields: RejectedField[]) {
  const [first] = fields
  if (first !== undefined) throw new AppError(first.code, { fields })
}

/** What the plugin itself says about its settings. */
export function rejectProblems(problems: Record<string, string>) {
  const entries = Object.entries(problems)
  const [first] = entries
  if (first === undefined) return
  throw new AppError('plugin.rejected', {
    values: { message: first[1] },
    fields: entries.map(([field, message]) => ({
      field,
      code: 'plugin.rejected',
      values: { message },
    })),
  })
}

/** Without secrets, with texts in the language of the caller. */
export function toConfig(
  { name, slug, description, version, messages }: Manifest,
  fields: readonly PluginField[],
  stored: PluginValues,
  locale: Locale,
): PluginConfig {
  const values = readPluginValues(fields, stored)
  const t = (text: string) => messages[locale]?.[text] ?? messages['en_US']?.[text] ?? text
  return {
    name,
    slug_name: slug,
    description,
    version,
    config_fields: fields.map((field) => {
      const value = values[field.name] ?? ''
      return {
        ...field,
        title: t(field.title),
        description: t(field.description),
        placeholder: t(field.placeholder),
        options: field.options.map((option) => ({ ...option, label: t(option.label) })),
        value: isStoredSecret(field, value) ? secretMask : value,
      }
    }),
  }
}
