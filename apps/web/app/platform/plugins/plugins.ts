import type { PluginLink, UiPlugin } from '@stoa/plugin-kit/ui'

// Set before the first render: by the host on the server, by `entry.client.tsx` in the browser.
let modules: readonly UiPlugin[] = []
let links: readonly PluginLink[] = []
let importMap: string | null = null

export function setPluginModules(list: readonly UiPlugin[]) {
  modules = list
}

export function setPluginLinks(list: readonly PluginLink[], map: string | null) {
  links = list
  importMap = map
}

export const getPlugins = () => modules
export const getPluginLinks = () => [...links]
export const getImportMap = () => importMap
