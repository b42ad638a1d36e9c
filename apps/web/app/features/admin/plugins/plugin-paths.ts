import type { ListedPlugin } from '@stoa/contract/features/plugins'
import { withQuery } from '../../../kernel/paging.ts'

export const pluginsPath = '/admin/plugins'

export const pluginFilters = ['all', 'active', 'inactive', 'outdated'] as const
export type PluginFilter = (typeof pluginFilters)[number]

export const pluginTabs = ['settings', 'permissions', 'versions', 'log'] as const
export type PluginTab = (typeof pluginTabs)[number]

export function toFilterHref(filter: PluginFilter) {
  return withQuery(pluginsPath, { status: filter === 'all' ? undefined : filter })
}

export function pluginPath(slug: string, tab: PluginTab = 'settings', page = 1) {
  return withQuery(`${pluginsPath}/${slug}`, {
    tab: tab === 'settings' ? undefined : tab,
    page: page > 1 ? page : undefined,
  })
}

export function isShown({ enabled, newer_version: newer }: ListedPlugin, filter: PluginFilter) {
  if (filter === 'outdated') return newer !== ''
  return filter === 'all' || enabled === (filter === 'active')
}
