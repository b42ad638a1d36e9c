/** One cookie of a Cookie header. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

const yearSeconds = 365 * 24 * 60 * 60

/** The Set-Cookie line that forgets a choice. */
export function forgottenPreference(name: string): string {
  return `${name}=; Path=/; Max-Age=0; SameSite=Lax`
}

/** A Set-Cookie line for a choice that is no secret, such as the theme. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}
