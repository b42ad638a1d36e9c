export interface ParsedLink {
  kind: 'internal' | 'external' | 'email'
  host: string
  path: string
}

/** Parses a URL as a browser does; null when it must not be a link. */
export function parseLink(value: string, site: URL): ParsedLink | null {
  // Fast path: parsing a URL costs more than the rest of this function.
  if (/^(?:\/[\w-][\w.-]*)+$/.test(value)) return { kind: 'internal', host: site.host, path: value }
  // Control characters and `//host` disguise external URLs as internal ones.
  if (/[\u0000-\u001f\u007f<>]|^[\\/]{2}/.test(value)) return null
  const url = toUrl(value, site)
  if (!url) return null
  const { host, pathname: path } = url
  if (url.protocol === 'mailto:') return { kind: 'email', host, path }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  // Credentials disguise the host: https://bank.example@evil.example
  if (url.username || url.password) return null
  if (url.origin === site.origin) return { kind: 'internal', host, path }
  return /^https?:\/\//i.test(value) ? { kind: 'external', host, path } : null
}

function toUrl(value: string, base?: URL): URL | null {
  try {
    return new URL(value, base)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const placeholderSite = new URL('https://site.invalid')

export function siteOf(siteUrl: string | undefined): URL {
  return (siteUrl === undefined ? null : toUrl(siteUrl)) ?? placeholderSite
}

/** Whether a path returned by `parseLink` is that of an uploaded file. */
export function isUploadPath(path: string): boolean {
  return /^\/uploads(?:\/[\w-][\w.-]*)+$/.test(path)
}

/** Also true for another port or protocol, where `kind` is `external`. */
export function isOnHostOf(site: URL, { host }: ParsedLink): boolean {
  return host.replace(/\.?(?::\d+)?$/, '') === site.hostname
}

/** Long or short ids of the posts that an internal path points to. */
export function postIdsIn(path: string): string[] {
  if (!path.startsWith('/questions/')) return []
  const [question = '', ...rest] = path.split('/').slice(2)
  if (!/^(?:1001\d{13}|D1[0-9a-zA-Z]{2,10})$/.test(question)) return []
  const answer = rest.slice(0, 2).find((part) => /^(?:1002\d{13}|E1[0-9a-zA-Z]{2,10})$/.test(part))
  return answer === undefined ? [question] : [question, answer]
}
