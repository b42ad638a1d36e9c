// What features need of the settings of plugins that log users in. They do not see the settings themselves.
import type { PluginValues } from '@stoa/contract/plugin-fields'
import { type Manifest, toSettingName } from '@stoa/plugin-kit/manifest'
import type { UserCenter } from '../../kernel/plugins.ts'

const maxLabel = 40
const maxDisplayName = 60

/** Empty for secrets, which are encrypted in the values. */
function readText({ settings }: Manifest, values: PluginValues, name: string | null): string {
  const field = settings.find((one) => one.name === name && !one.secret)
  const value = field === undefined ? '' : values[field.name]
  return typeof value === 'string' ? value.trim() : ''
}

export function toConnectorLabel(manifest: Manifest, values: PluginValues): string {
  const { label = '', labelSetting = null } = manifest.server?.connector ?? {}
  const chosen = readText(manifest, values, labelSetting)
  return chosen === '' ? label : chosen.slice(0, maxLabel)
}

export function toUserCenter(manifest: Manifest, values: PluginValues): UserCenter | null {
  const center = manifest.server?.userCenter
  if (center === undefined) return null
  const resolve = (text = '') => {
    const name = toSettingName(text)
    return name === null ? text : readText(manifest, values, name)
  }
  const toUrl = (text?: string) => {
    const url = resolve(text)
    return /^https?:/.test(url) && URL.canParse(url) ? url : ''
  }
  const { displayName, url, signUpUrl, profileUrl, accountUrl, controlCenter } = center
  const { keepsPasswordLogin: keeps } = center
  return {
    displayName:
      resolve(displayName).slice(0, maxDisplayName) || toConnectorLabel(manifest, values),
    url: toUrl(url),
    signUpUrl: toUrl(signUpUrl),
    profileUrl: toUrl(profileUrl),
    accountUrl: toUrl(accountUrl),
    controlCenter: controlCenter
      .map((link) => ({ ...link, url: toUrl(link.url) }))
      .filter((link) => link.url !== ''),
    keepsPasswordLogin:
      typeof keeps === 'boolean' ? keeps : values[toSettingName(keeps) ?? ''] === true,
  }
}
