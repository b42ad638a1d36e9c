// What the address and the headers of a request say about its sender.
import { interfaceSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale, languages, type Locale, negotiate } from '@stoa/locales/languages'
import type { FastifyRequest } from 'fastify'
import { isIPv6 } from 'node:net'
import type { Context } from './context.ts'

const offeredLocales = languages.map(({ locale }) => locale)

export function defaultLocaleOf(ctx: Context): Locale {
  const site = ctx.settings.get(interfaceSettings).language
  return isLocale(site) ? site : defaultLocale
}

export function acceptedLocale(ctx: Context, header: string | undefined): Locale {
  return negotiate(header, offeredLocales, defaultLocaleOf(ctx))
}

export function localeOf(ctx: Context, request: FastifyRequest): Locale {
  const chosen = request.cookies['lang']
  return isLocale(chosen) ? chosen : acceptedLocale(ctx, request.headers['accept-language'])
}

/** An IPv4 address, or the /64 prefix of an IPv6 address, which one customer usually has in full. */
export function networkOf(ip: string): string {
  const [plain = ''] = ip.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length
  const zeros = Array.from({ length: missing }, () => '0')
  const network = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

const bots =
  /(?<!cu)bot\b|bot[/_-]|crawl|spider|slurp|archiver|facebookexternalhit|preview|monitor|scrap|headless|^(curl|wget|python|go-http|java|okhttp|axios|node|undici|libwww|httpclient|ruby|php)\b/i

/** True for an empty user agent, because browsers always send one. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || bots.test(userAgent)
}

export function isCrossSite(request: FastifyRequest, siteUrl: string) {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  return origin !== undefined && !ownOrigins(request, siteUrl).includes(origin)
}

/** False for subresources, frames and prefetches, and for browsers on plain http, which send no fetch metadata. */
export function isNavigation({ headers }: FastifyRequest) {
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-purpose'] === undefined
  )
}

export function ownOrigins(request: FastifyRequest, siteUrl: string): [string, ...string[]] {
  const requestOrigin = `${request.protocol}://${request.host}`
  return URL.canParse(siteUrl) ? [new URL(siteUrl).origin, requestOrigin] : [requestOrigin]
}

/** For a GET that changes something. Browsers without fetch metadata are on plain http; they send the page they come from. */
export function isOwnNavigation(request: FastifyRequest, siteUrl: string) {
  if (request.headers['sec-fetch-site'] !== undefined)
    return isNavigation(request) && !isCrossSite(request, siteUrl)
  const { referer } = request.headers
  if (referer === undefined || !URL.canParse(referer)) return false
  return ownOrigins(request, siteUrl).includes(new URL(referer).origin)
}
