import type { StoredPlugin } from './installed-plugins.ts'

const settingPrefix = 'setting:'

/** Whether the manifest allows requests to a host: by name, as a subdomain, or in the URL of a setting. */
export function isAllowedHost(
  { manifest, settings }: Pick<StoredPlugin, 'manifest' | 'settings'>,
  hostname: string,
): boolean {
  return manifest.permissions.network.some((allowed) => {
    if (allowed.startsWith('*.')) return hostname.endsWith(allowed.slice(1))
    if (!allowed.startsWith(settingPrefix)) return hostname === allowed
    const value = settings[allowed.slice(settingPrefix.length)]
    return typeof value === 'string' && URL.parse(value)?.hostname === hostname
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
