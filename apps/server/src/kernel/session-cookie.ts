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

export function readSessionToken(ctx: Context, request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header !== undefined) return header.replace(/^Bearer /i, '')
  return readCookieToken(ctx, request)
}

export function readCookieToken(ctx: Context, request: FastifyRequest): string | null {
  const siteUrl = ctx.settings.get(generalSettings).site_url
  return request.cookies[sessionCookieName(siteUrl)] ?? null
}

export function readDeviceToken(siteUrl: string, request: FastifyRequest): string | null {
  return request.cookies[deviceCookieName(siteUrl)] ?? null
}
