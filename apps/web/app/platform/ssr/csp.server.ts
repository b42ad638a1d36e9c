import { ownImages, pageSources } from '@stoa/contract/settings/page-sources'
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
  const style = nonce === undefined ? hashOf(paletteCss(visit.site)) : `'nonce-${nonce}'`
  const { custom, site } = hostRequest
  const frames = hostRequest.plugins?.frameSources ?? []
  const styles = [style, ...custom.styleSources].join(' ')
  const sources = pageSources(site, custom.imageOrigins)
  const images = visit.showsExternalImages ? [...ownImages, 'https:'] : sources['img-src']
  // Vite's development server injects styles by script and uses a WebSocket.
  const isDev = import.meta.env.DEV
  return [
    `default-src ${sources['default-src'].join(' ')}`,
    `script-src ${script} 'strict-dynamic'`,
    `style-src ${sources['style-src'].join(' ')} ${isDev ? `'unsafe-inline'` : styles}`,
    `img-src ${images.join(' ')}`,
    `font-src ${sources['font-src'].join(' ')}`,
    `connect-src 'self'${isDev ? ' ws:' : ''}`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    `manifest-src 'self'`,
    // The captcha of a plugin, on a page of the site with a policy of its own.
    ...(hostRequest.hasCaptchaFrame ? [`frame-src 'self'`] : []),
    // Visitors have no service worker.
    ...(visit.viewer === null ? [] : [`worker-src 'self'`]),
    `form-action ${sources['form-action'].join(' ')}`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
