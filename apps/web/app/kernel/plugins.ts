import type { PluginLink, UiPlugin } from '@stoa/plugin-kit/ui'

// Filled before the first render: on the server by the host, in a browser by its entry.
let modules: readonly UiPlugin[] = []
let links: readonly PluginLink[] = []
let importMap: string | null = null

export function setPluginModules(list: readonly UiPlugin[]) {
  modules = list
}

export function publishPlugins(list: readonly PluginLink[], map: string | null) {
  links = list
  importMap = map
}

export const loadedPlugins = () => modules
export const pluginLinks = () => [...links]
export const importMapText = () => importMap
