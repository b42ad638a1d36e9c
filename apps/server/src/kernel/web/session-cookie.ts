import { sessionCookieName } from '../session-cookie.ts'

const monthSeconds = 30 * 24 * 60 * 60

/** The Set-Cookie line that keeps a session for thirty days. */
export function sessionCookie(siteUrl: string, token: string) {
  return line(siteUrl, token, monthSeconds)
}

/** The Set-Cookie line that ends it. */
export function expiredSessionCookie(siteUrl: string) {
  return line(siteUrl, '', 0)
}

function line(siteUrl: string, value: string, seconds: number) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${sessionCookieName(siteUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
