export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return null
}

const yearSeconds = 365 * 24 * 60 * 60

export function expiredPreferenceCookie(name: string): string {
  return `${name}=; Path=/; Max-Age=0; SameSite=Lax`
}

/** Readable by scripts: for values that are not secret, such as the theme. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}
