import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyRequest } from 'fastify'
import type { Context } from './context.ts'

/** `__Host-` binds a cookie to this host over https; plain http sites cannot have it. */
export function sessionCookieName(siteUrl: string) {
  return siteUrl.startsWith('https:') ? '__Host-sid' : 'sid'
}

/** The session token of a request: a bearer token, or a browser's cookie. */
export function sessionToken(ctx: Context, request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header !== undefined) return header.replace(/^Bearer /i, '')
  const siteUrl = ctx.settings.get(generalSettings).site_url
  return request.cookies[sessionCookieName(siteUrl)] ?? null
}

/** Whether a browser says that the request was made by a page of another site. */
export function isCrossSite(ctx: Context, request: FastifyRequest) {
  const site = request.headers['sec-fetch-site']
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.origin
  return origin !== undefined && !ownOrigins(ctx, request).includes(origin)
}

function ownOrigins(ctx: Context, request: FastifyRequest) {
  const url = ctx.settings.get(generalSettings).site_url
  const own = `${request.protocol}://${request.host}`
  return URL.canParse(url) ? [new URL(url).origin, own] : [own]
}
