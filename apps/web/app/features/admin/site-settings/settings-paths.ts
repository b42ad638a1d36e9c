import { settingsPages } from '@stoa/contract/settings/pages'

export const settingsSearchPath = '/admin/settings'

const paths = new Set([settingsSearchPath, ...settingsPages.map(({ name }) => `/admin/${name}`)])

export function isSettingsPath(pathname: string): boolean {
  return paths.has(pathname)
}
