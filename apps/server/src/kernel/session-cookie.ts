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

/** Marks the browser that started a login at another service, or that has to enter an email for one. */
export function connectorCookieName(siteUrl: string) {
  return siteUrl.startsWith('https:') ? '__Host-connector' : 'connector'
}

/** How such a login ended, for the page that shows it. */
export function landingCookieName(siteUrl: string) {
  return siteUrl.startsWith('https:') ? '__Host-landing' : 'landing'
}

const minuteSeconds = 60
const daySeconds = 24 * 60 * minuteSeconds

export function sessionCookie(siteUrl: string, token: string) {
  return toSetCookie(siteUrl, sessionCookieName(siteUrl), token, 30 * daySeconds)
}

export function expiredSessionCookie(siteUrl: string) {
  return toSetCookie(siteUrl, sessionCookieName(siteUrl), '', 0)
}

export function deviceCookie(siteUrl: string, token: string) {
  return toSetCookie(siteUrl, deviceCookieName(siteUrl), token, 180 * daySeconds)
}

export function connectorCookie(siteUrl: string, key: string) {
  return toSetCookie(siteUrl, connectorCookieName(siteUrl), key, 10 * minuteSeconds)
}

export function expiredConnectorCookie(siteUrl: string) {
  return toSetCookie(siteUrl, connectorCookieName(siteUrl), '', 0)
}

/** Of the second step, or what went wrong. */
export type Landing = { token: string; message: string }

export function landingCookie(siteUrl: string, landing: Landing) {
  const value = Buffer.from(JSON.stringify(landing)).toString('base64url')
  return toSetCookie(siteUrl, landingCookieName(siteUrl), value, 5 * minuteSeconds)
}

export function expiredLandingCookie(siteUrl: string) {
  return toSetCookie(siteUrl, landingCookieName(siteUrl), '', 0)
}

function toSetCookie(siteUrl: string, name: string, value: string, seconds: number) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
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

export function readConnectorKey(siteUrl: string, request: FastifyRequest): string | null {
  return request.cookies[connectorCookieName(siteUrl)] ?? null
}

export function readLanding(siteUrl: string, request: FastifyRequest): Landing | null {
  const value = request.cookies[landingCookieName(siteUrl)]
  if (value === undefined) return null
  try {
    const { token, message } = JSON.parse(Buffer.from(value, 'base64url').toString()) as Landing
    return { token: String(token), message: String(message) }
  } catch {
    return null
  }
}
