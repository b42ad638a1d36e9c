import type { Locale } from '@stoa/locales/languages'
import type { UiPlugin } from '@stoa/plugin-kit/ui'
import type { PagePlugin } from '../../../kernel/visit.ts'
import { shareModules } from './shared-modules.ts'

type LoadedPlugin = { module: UiPlugin; messages: Readonly<Record<string, string>> }

const loaded = new Map<string, Promise<LoadedPlugin>>()

/** Once for each version and language, also if it fails. */
export function loadPlugin(plugin: PagePlugin, locale: Locale): Promise<LoadedPlugin> {
  const key = `${plugin.files} ${locale}`
  const loading = loaded.get(key) ?? load(plugin, locale)
  loaded.set(key, loading)
  return loading
}

async function load(plugin: PagePlugin, locale: Locale): Promise<LoadedPlugin> {
  shareModules()
  const { files, script, hasMessages } = plugin
  const [module, messages] = await Promise.all([
    importDefault<UiPlugin>(`${files}${script}`),
    hasMessages ? importDefault<LoadedPlugin['messages']>(`${files}~messages/${locale}.js`) : {},
  ])
  return { module, messages }
}

async function importDefault<T>(url: string): Promise<T> {
  return ((await import(/* @vite-ignore */ url)) as { default: T }).default
}
