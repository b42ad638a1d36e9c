import type { StoredPlugin } from './installed-plugins.ts'

const settingPrefix = 'setting:'

type Plugin = Pick<StoredPlugin, 'manifest' | 'settings'>

/** `chosen`: an admin entered the URL of the server, which may therefore be in a private network and use http. */
export type HostAccess = 'public' | 'chosen' | null

/** Whether the manifest allows requests to a URL: by host, as a subdomain, or by a URL in a setting. */
export function checkHost(plugin: Plugin, url: URL): HostAccess {
  const { network } = plugin.manifest.permissions
  const names = network.filter((allowed) => allowed.startsWith(settingPrefix))
  const entered = names.flatMap((name) => readUrls(plugin, name.slice(settingPrefix.length)))
  if (entered.some(({ isChosen, origin }) => isChosen && origin === url.origin)) return 'chosen'
  const isNamed = network.some((allowed) =>
    allowed.startsWith('*.') ? url.hostname.endsWith(allowed.slice(1)) : url.hostname === allowed,
  )
  return isNamed || entered.some(({ hostname }) => hostname === url.hostname) ? 'public' : null
}

export function isChosenServer(plugin: Plugin | null, url: string): boolean {
  return plugin !== null && checkHost(plugin, new URL(url)) === 'chosen'
}

/** One URL per line. What the manifest has as default was not chosen by an admin. */
function readUrls({ manifest, settings }: Plugin, name: string) {
  const value = settings[name]
  if (typeof value !== 'string') return []
  const isChosen = value !== manifest.settings.find((field) => field.name === name)?.default
  return value.split('\n').flatMap((line) => {
    const url = URL.parse(line.trim())
    return url === null ? [] : [{ origin: url.origin, hostname: url.hostname, isChosen }]
  })
}

/** They decide where a request goes, or how it is framed. */
const fixedHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function isFixedHeader(name: string): boolean {
  return fixedHeaders.has(name.toLowerCase())
}
