import { hasValue } from '@stoa/contract/plugin-fields'
import type { CaptchaPlugin } from '../../kernel/plugins.ts'
import type { StoredPlugin } from './installed-plugins.ts'

/** At most one plugin of the kind is enabled. */
export function findCaptcha(installed: readonly StoredPlugin[]): CaptchaPlugin | null {
  const plugin = installed.find(({ folder, manifest }) => {
    return folder !== null && manifest.captcha !== undefined
  })
  const captcha = plugin?.manifest.captcha
  if (plugin === undefined || captcha === undefined || !isConfigured(plugin)) return null
  const { file, hosts, settings } = captcha
  const values = settings.map((name) => [name, plugin.settings[name] ?? ''] as const)
  return { plugin, file, hosts, settings: Object.fromEntries(values) }
}

/** Without its keys it would fail for every user. */
function isConfigured({ manifest, settings }: StoredPlugin): boolean {
  const required = manifest.settings.filter((field) => hasValue(field) && field.required)
  return required.every(({ name }) => (settings[name] ?? '') !== '')
}
