import { gravatarBaseOf } from '@stoa/contract/settings/people'
import { createHash } from 'node:crypto'
import type { HostRequest } from '../../kernel/host-request.ts'
import type { Visit } from '../../kernel/visit.ts'
import { paletteCss } from '../../ui/palette.ts'
import type { PageScripts } from '../boot/boot.tsx'

const hashes = new Map<string, string>()

function hashOf(text: string): string {
  const cached = hashes.get(text)
  if (cached !== undefined) return cached
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  hashes.set(text, hash)
  return hash
}

/** Visitor pages use hashes because a nonce would make each response different and uncacheable. */
export function contentSecurityPolicy(
  hostRequest: HostRequest,
  pageScripts: PageScripts,
  visit: Visit,
) {
  const { nonce } = pageScripts
  const scripts = [
    pageScripts.loader,
    ...(pageScripts.importMap === null ? [] : [pageScripts.importMap]),
  ]
  const script = nonce === undefined ? scripts.map(hashOf).join(' ') : `'nonce-${nonce}'`
  const style =
    nonce === undefined ? hashOf(paletteCss(visit.site.primaryColor)) : `'nonce-${nonce}'`
  const styles = [style, ...hostRequest.custom.styleSources].join(' ')
  // Vite's development server injects styles by script and uses a WebSocket.
  const isDev = import.meta.env.DEV
  return [
    `default-src 'none'`,
    `script-src ${script} 'strict-dynamic'`,
    `style-src 'self' ${isDev ? `'unsafe-inline'` : styles}`,
    `img-src ${imageSources(hostRequest, visit).join(' ')}`,
    `font-src 'self'`,
    `connect-src 'self'${isDev ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    // Visitors have no service worker.
    ...(visit.viewer === null ? [] : [`worker-src 'self'`]),
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** Until the reader allows external images, only origins configured by the admin are permitted. */
function imageSources({ site, custom }: HostRequest, visit: Visit): string[] {
  const own = [`'self'`, 'data:']
  if (visit.showsExternalImages) return [...own, 'https:']
  const { logo, mobile_logo, square_icon, favicon } = site.branding
  const gravatars = gravatarBaseOf(site.site_users) ?? ''
  const configured = [logo, mobile_logo, square_icon, favicon, gravatars]
  const origins = configured.flatMap((url) => URL.parse(url)?.origin ?? [])
  return [...new Set([...own, ...origins, ...custom.imageOrigins])]
}
