import { type SettingField, settingVariable } from '@stoa/contract/settings/fields'
import { fieldsOf, settingsPages } from '@stoa/contract/settings/pages'
import { isLocale } from '@stoa/locales/languages'
import type { Config, SettingOverride } from '../../kernel/config.ts'
import { isTimeZone } from '../../kernel/clock.ts'

type Overrides = Record<string, Record<string, SettingOverride>>

/** Start of the names of variables that override settings, after `STOA_`. */
export const settingPrefix = 'setting_'

const fieldsByVariable = new Map(
  settingsPages.flatMap(fieldsOf).map((field) => [settingVariable(field), field]),
)

/** Validates the values like those that an admin saves. Lists are separated by commas; other composed values are JSON. */
export function readSettingOverrides(
  variables: readonly (readonly [key: string, text: string])[],
  problems: string[],
): Overrides {
  const overrides: Overrides = {}
  for (const [key, text] of variables) {
    const variable = `STOA_${key}`.toUpperCase()
    const field = fieldsByVariable.get(variable)
    if (field === undefined) {
      problems.push(`unknown: ${variable}`)
    } else if (field.group === 'legal' && field.control === 'text_area') {
      problems.push(`${variable}: can be changed by an admin only`)
    } else {
      const parsed = field.schema.safeParse(toValue(field, text))
      if (!parsed.success)
        problems.push(`${variable}: ${parsed.error.issues[0]?.message ?? 'invalid'}`)
      else if (!isKnown(field, text)) problems.push(`${variable}: unknown`)
      else (overrides[field.group] ??= {})[field.name] = { value: parsed.data, variable }
    }
  }
  return overrides
}

/** An unknown time zone would make statements fail. */
function isKnown({ control }: SettingField, text: string): boolean {
  if (control === 'language') return isLocale(text)
  return control !== 'time_zone' || isTimeZone(text)
}

function toValue({ schema, control }: SettingField, text: string): unknown {
  if (control === 'switch') return text === 'true' ? true : text === 'false' ? false : text
  if (control === 'list' || control === 'tags')
    return text.split(',').flatMap((part) => part.trim() || [])
  if (schema.safeParse(text).success) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** What `STOA_SMTP_URL` and `STOA_MAIL_FROM` say, which are used instead of the SMTP settings. */
export function smtpOverrides({
  smtp_url,
  mail_from,
}: Pick<Config, 'smtp_url' | 'mail_from'>): Overrides {
  if (smtp_url === undefined) return {}
  const { hostname, port, protocol, username } = new URL(smtp_url)
  const isSsl = protocol === 'smtps:'
  const [, name = '', email = mail_from] = /^(.*?)\s*<([^>]+)>$/.exec(mail_from) ?? []
  const server = {
    smtp_host: hostname,
    smtp_port: Number(port) || (isSsl ? 465 : 587),
    encryption: isSsl ? 'SSL' : '',
    smtp_authentication: username !== '',
    smtp_username: decodeURIComponent(username),
    smtp_password: '',
  }
  const from = { from_email: email, from_name: name }
  const lock = (values: Record<string, unknown>, variable: string) =>
    Object.entries(values).map(([field, value]) => [field, { value, variable }] as const)
  return {
    smtp: Object.fromEntries([...lock(server, 'STOA_SMTP_URL'), ...lock(from, 'STOA_MAIL_FROM')]),
  }
}
