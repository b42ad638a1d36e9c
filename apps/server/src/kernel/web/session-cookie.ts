import { deviceCookieName, sessionCookieName } from '../session-cookie.ts'

const daySeconds = 24 * 60 * 60

/** The Set-Cookie line that keeps a session for thirty days. */
export function sessionCookie(siteUrl: string, token: string) {
  return line(siteUrl, sessionCookieName(siteUrl), token, 30 * daySeconds)
}

/** The Set-Cookie line that ends it. */
export function expiredSessionCookie(siteUrl: string) {
  return line(siteUrl, sessionCookieName(siteUrl), '', 0)
}

/** The Set-Cookie line that marks a browser as known to an account. */
export function deviceCookie(siteUrl: string, token: string) {
  return line(siteUrl, deviceCookieName(siteUrl), token, 180 * daySeconds)
}

function line(siteUrl: string, name: string, value: string, seconds: number) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
