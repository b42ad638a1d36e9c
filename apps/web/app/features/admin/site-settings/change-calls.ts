import type { Endpoint } from '@stoa/contract/endpoint'
import {
  changeBrandingSettings,
  changeCustomMarkup,
  changeGeneralSettings,
  changeInterfaceSettings,
  changeLegalSettings,
  changeLoginSettings,
  changeMailDelivery,
  changeModerationSettings,
  changePrivilegeSettings,
  changeSeoSettings,
  changeSiteMode,
  changeSmtpSettings,
  changeThemeSettings,
  changeUserSettings,
  changeVotingSettings,
  changeWriteSettings,
  resetSettings,
  type SavedSettings,
} from '@stoa/contract/features/site-settings'
import type { Client } from '@stoa/contract/client'
import { type SettingField, settingKey } from '@stoa/contract/settings/fields'

const endpoints: Readonly<Record<string, Endpoint>> = {
  general: changeGeneralSettings,
  interface: changeInterfaceSettings,
  branding: changeBrandingSettings,
  themes: changeThemeSettings,
  'css-html': changeCustomMarkup,
  seo: changeSeoSettings,
  legal: changeLegalSettings,
  'site-mode': changeSiteMode,
  login: changeLoginSettings,
  'settings-users': changeUserSettings,
  privileges: changePrivilegeSettings,
  write: changeWriteSettings,
  moderation: changeModerationSettings,
  voting: changeVotingSettings,
  smtp: changeSmtpSettings,
  'email-delivery': changeMailDelivery,
}

type SettingChangeInput = { field: SettingField; value: unknown; isReset: boolean }

/** Sends only what changed, so that two admins do not overwrite each other. */
export async function sendChanges(
  call: Client['call'],
  page: string,
  changes: readonly SettingChangeInput[],
): Promise<SavedSettings> {
  const endpoint = endpoints[page]
  if (endpoint === undefined) throw new Error(`no call changes the page ${page}`)
  const settings = changes.filter(({ isReset }) => isReset).map(({ field }) => settingKey(field))
  const changed = changes.filter(({ isReset }) => !isReset)
  const ids: string[] = []
  if (changed.length > 0) {
    const input = Object.fromEntries(changed.map(toWire))
    ids.push(...((await call(endpoint, input)) as SavedSettings).history_ids)
  }
  if (settings.length > 0)
    ids.push(...(await call(resetSettings, { settings_page: page, settings })).history_ids)
  return { history_ids: ids }
}

function toWire({ field, value }: Omit<SettingChangeInput, 'isReset'>): [string, unknown] {
  if (field.control !== 'privileges') return [field.name, value]
  const list = Object.entries(value as Record<string, number>)
  return ['custom_privileges', list.map(([key, number]) => ({ key, value: number }))]
}
