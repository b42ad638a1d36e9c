import { createHash } from 'node:crypto'
import { palettes } from './palettes.ts'
import type { HostRequest } from './host.ts'
import type { Rendering } from './boot.tsx'

const hashes = new Map<string, string>()

function hashOf(text: string): string {
  const known = hashes.get(text)
  if (known !== undefined) return known
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  hashes.set(text, hash)
  return hash
}

/**
 * Pages for visitors allow their inline parts by hash, so that they are the same bytes for everyone;
 * pages for members by a nonce.
 */
export function contentSecurityPolicy(from: HostRequest, rendering: Rendering, primary: string) {
  const { nonce } = rendering
  const scripts = [rendering.loader, ...(rendering.importMap === null ? [] : [rendering.importMap])]
  const script = nonce === undefined ? scripts.map(hashOf).join(' ') : `'nonce-${nonce}'`
  const style = nonce === undefined ? hashOf(palettes(primary)) : `'nonce-${nonce}'`
  const external = from.site.site_legal.external_content_display === 'always_display'
  // The development server puts styles into the page by script and talks over a web socket.
  const isDev = import.meta.env.DEV
  return [
    `default-src 'none'`,
    `script-src ${script} 'strict-dynamic'`,
    `style-src 'self' ${isDev ? `'unsafe-inline'` : style}`,
    `img-src 'self' data:${external ? ' https:' : ''}`,
    `font-src 'self'`,
    `connect-src 'self'${isDev ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
