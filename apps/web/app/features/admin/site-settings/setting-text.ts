import type { SettingField } from '@stoa/contract/settings/fields'
import type { ThemeColors } from '@stoa/contract/settings/site'
import type { MessageKey } from '@stoa/locales/messages'
import type { Translate } from '@stoa/locales/translate'

type Named = { group: string; name: string }

/** Keys follow from the names of fields, which a test compares with the messages. */
export const settingLabel = (t: Translate, { group, name }: Named) =>
  t(`setting.${group}.${name}` as MessageKey)

export const settingHelp = (t: Translate, { group, name }: Named) =>
  t(`setting.${group}.${name}.help` as MessageKey)

export const settingWarning = (t: Translate, { group, name }: Named) =>
  t(`setting.${group}.${name}.off` as MessageKey)

export const settingChangeWarning = (t: Translate, { group, name }: Named) =>
  t(`setting.${group}.${name}.change` as MessageKey)

export const settingsPageTitle = (t: Translate, page: string) =>
  t(`settings_page.${page}` as MessageKey)

export const settingsPageHelp = (t: Translate, page: string) =>
  t(`settings_page.${page}.help` as MessageKey)

export const settingsSectionTitle = (t: Translate, page: string, section: string) =>
  t(`settings_section.${page}.${section}` as MessageKey)

export function optionLabel(t: Translate, { group, name }: Named, value: string | number) {
  const part = value === '' ? 'none' : String(value).toLowerCase()
  return t(`setting_option.${group}.${name}.${part}` as MessageKey)
}

const maxLength = 60

/** A value as a few words, for "was" and "default". */
export function describeSetting(t: Translate, field: SettingField, value: unknown): string {
  if (value === null || value === undefined) return t('settings_form.empty')
  if (field.control === 'switch')
    return t(value === true ? 'settings_form.on' : 'settings_form.off')
  if (field.control === 'select') return optionLabel(t, field, value as string | number)
  if (field.control === 'secret')
    return t(value === '' ? 'settings_form.empty' : 'settings_form.secret')
  const text = field.control === 'date_time' ? toUtcText(toText(t, value)) : toText(t, value)
  if (text === '') return t('settings_form.empty')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** `2026-11-20T18:00Z` as "2026-11-20 18:00 UTC". */
function toUtcText(time: string) {
  return time.replace('T', ' ').replace('Z', ' UTC')
}

function toText(t: Translate, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value as Record<string, unknown>)
    .map(([key, part]) =>
      isThemeColors(part) ? describeColors(t, part) : `${key} ${String(part)}`,
    )
    .join(', ')
}

function describeColors(t: Translate, { primary_color: color, navbar_style: style }: ThemeColors) {
  return style === 'colored' ? `${color}, ${t('settings_form.header_is_colored')}` : color
}

function isThemeColors(part: unknown): part is ThemeColors {
  return typeof part === 'object' && part !== null && 'primary_color' in part
}
