import { gravatarBaseOf } from '@stoa/contract/settings/people'
import { createHash } from 'node:crypto'
import { palettes } from './palettes.ts'
import type { HostRequest } from './host.ts'
import type { Rendering } from './boot.tsx'
import type { Visit } from './visit.ts'

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
export function contentSecurityPolicy(from: HostRequest, rendering: Rendering, visit: Visit) {
  const { nonce } = rendering
  const scripts = [rendering.loader, ...(rendering.importMap === null ? [] : [rendering.importMap])]
  const script = nonce === undefined ? scripts.map(hashOf).join(' ') : `'nonce-${nonce}'`
  const style = nonce === undefined ? hashOf(palettes(visit.site.primaryColor)) : `'nonce-${nonce}'`
  const styles = [style, ...from.custom.styleSources].join(' ')
  // The development server puts styles into the page by script and talks over a web socket.
  const isDev = import.meta.env.DEV
  return [
    `default-src 'none'`,
    `script-src ${script} 'strict-dynamic'`,
    `style-src 'self' ${isDev ? `'unsafe-inline'` : styles}`,
    `img-src ${imageSources(from, visit).join(' ')}`,
    `font-src 'self'`,
    `connect-src 'self'${isDev ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** Images of other sites only where the admin put them, until the reader has agreed to those in posts. */
function imageSources({ site, custom }: HostRequest, visit: Visit): string[] {
  const own = [`'self'`, 'data:']
  if (visit.showsExternalImages) return [...own, 'https:']
  const { logo, mobile_logo, square_icon, favicon } = site.branding
  const gravatars = gravatarBaseOf(site.site_users) ?? ''
  const chosen = [logo, mobile_logo, square_icon, favicon, gravatars]
  const origins = chosen.flatMap((address) => URL.parse(address)?.origin ?? [])
  return [...new Set([...own, ...origins, ...custom.imageOrigins])]
}
