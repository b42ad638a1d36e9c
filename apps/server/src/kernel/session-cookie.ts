import { keyPrefix } from '@stoa/contract/key-scopes'
import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyRequest } from 'fastify'
import type { Context } from './context.ts'

/** The `__Host-` prefix requires https. */
export function sessionCookieName(siteUrl: string) {
  return siteUrl.startsWith('https:') ? '__Host-sid' : 'sid'
}

/** Identifies a browser that has logged in before. Grants no access and outlives sessions. */
export function deviceCookieName(siteUrl: string) {
  return siteUrl.startsWith('https:') ? '__Host-device' : 'device'
}

/** A session token or an API key. With the header, cookies are ignored. */
export function readSessionToken(ctx: Context, request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header !== undefined) return header.replace(/^Bearer /i, '')
  return readCookieToken(ctx, request)
}

export function readCookieToken(ctx: Context, request: FastifyRequest): string | null {
  return cookieTokenOf(ctx.settings.get(generalSettings).site_url, request)
}

/** API keys are for the header only: a browser sends cookies on its own. */
export function cookieTokenOf(siteUrl: string, request: FastifyRequest): string | null {
  const token = request.cookies[sessionCookieName(siteUrl)] ?? null
  return token?.startsWith(keyPrefix) === true ? null : token
}

export function readDeviceToken(siteUrl: string, request: FastifyRequest): string | null {
  return request.cookies[deviceCookieName(siteUrl)] ?? null
}
