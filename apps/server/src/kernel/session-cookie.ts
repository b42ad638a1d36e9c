import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyRequest } from 'fastify'
import type { Context } from './context.ts'

/** `__Host-` binds a cookie to this host over https; plain http sites cannot have it. */
export function sessionCookieName(siteUrl: string) {
  return siteUrl.startsWith('https:') ? '__Host-sid' : 'sid'
}

/** Marks a browser that has logged in before. It opens nothing, and outlives sessions. */
export function deviceCookieName(siteUrl: string) {
  return siteUrl.startsWith('https:') ? '__Host-device' : 'device'
}

/** The session token of a request: a bearer token, or a browser's cookie. */
export function sessionToken(ctx: Context, request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header !== undefined) return header.replace(/^Bearer /i, '')
  return cookieToken(ctx, request)
}

/** The session token of a browser's cookie. */
export function cookieToken(ctx: Context, request: FastifyRequest): string | null {
  const siteUrl = ctx.settings.get(generalSettings).site_url
  return request.cookies[sessionCookieName(siteUrl)] ?? null
}

export function deviceToken(siteUrl: string, request: FastifyRequest): string | null {
  return request.cookies[deviceCookieName(siteUrl)] ?? null
}
