import type { Locale } from '@stoa/locales/languages'
import { patternOf, widestSyntax } from '@stoa/plugin-kit/rendering'
import type { SlotName } from '@stoa/plugin-kit/slots'
import type { PagePlugin } from '@stoa/web/kernel/visit.ts'
import { filesUrl, type InstalledPlugin } from '../../kernel/plugins.ts'
import { messagesOf, pluginText } from './plugin-texts.ts'

/** What enabled plugins have for pages. */
export type PluginParts = {
  /** As pages in a language know them. */
  list(locale: Locale): readonly PagePlugin[]
  /** Those whose server code fills a slot. */
  filling(slot: SlotName): readonly InstalledPlugin[]
  hasScript: boolean
  /** Of the content security policy. */
  frameSources: readonly string[]
}

/** Null if they have nothing. */
export function findPluginParts(enabled: readonly InstalledPlugin[]): PluginParts | null {
  const shown = enabled.filter(hasPart)
  if (shown.length === 0) return null
  const lists = new Map<Locale, readonly PagePlugin[]>()
  return {
    list(locale) {
      const list = lists.get(locale) ?? shown.map((plugin) => toPagePlugin(plugin, locale))
      lists.set(locale, list)
      return list
    },
    filling: (slot) => shown.filter(({ manifest }) => manifest.server?.slots.includes(slot)),
    hasScript: shown.some(({ manifest }) => manifest.ui !== undefined),
    frameSources: listFrameSources(shown),
  }
}

function listFrameSources(plugins: readonly InstalledPlugin[]): string[] {
  const parts = plugins.flatMap(({ manifest }) => manifest.ui ?? [])
  const hosts = new Set(parts.flatMap(({ embeds }) => embeds))
  const hasFrames = parts.some(({ frames }) => frames.length > 0)
  return [...(hasFrames ? [`'self'`] : []), ...[...hosts].map((host) => `https://${host}`)]
}

function hasPart({ manifest }: InstalledPlugin): boolean {
  const { ui, server, pages, userSettings } = manifest
  const hasSlots = ui !== undefined || (server?.slots.length ?? 0) > 0
  if (server?.render !== undefined) return true
  return hasSlots || pages.length > 0 || userSettings.length > 0
}

function toPagePlugin(plugin: InstalledPlugin, locale: Locale): PagePlugin {
  const { slug, manifest } = plugin
  const t = (text: string) => pluginText(manifest, locale, text)
  return {
    slug,
    name: t(manifest.name),
    files: filesUrl(plugin),
    script: manifest.ui?.file ?? null,
    style: manifest.styles ?? null,
    hasMessages: Object.keys(messagesOf(manifest, locale)).length > 0,
    slots: manifest.ui?.slots ?? [],
    texts: manifest.server?.render ? patternOf(widestSyntax(manifest.server.render)) : null,
    hasPieces: manifest.ui?.pieces === true,
    links: manifest.pages
      .filter(({ menu }) => menu)
      .map(({ path, title }) => ({ path, title: t(title) })),
    hasUserSettings: manifest.userSettings.length > 0,
  }
}
