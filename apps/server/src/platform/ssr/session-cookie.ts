import { deviceCookieName, sessionCookieName } from '../../kernel/session-cookie.ts'

const daySeconds = 24 * 60 * 60

export function sessionCookie(siteUrl: string, token: string) {
  return toSetCookie(siteUrl, sessionCookieName(siteUrl), token, 30 * daySeconds)
}

export function expiredSessionCookie(siteUrl: string) {
  return toSetCookie(siteUrl, sessionCookieName(siteUrl), '', 0)
}

export function deviceCookie(siteUrl: string, token: string) {
  return toSetCookie(siteUrl, deviceCookieName(siteUrl), token, 180 * daySeconds)
}

function toSetCookie(siteUrl: string, name: string, value: string, seconds: number) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
