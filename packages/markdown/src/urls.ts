export interface Address {
  place: 'own' | 'external' | 'mail'
  host: string
  path: string
}

/** Reads an address as a browser would; null when it must not be followed. */
export function readAddress(value: string, site: URL): Address | null {
  // Most links of most posts; parsing them as a URL costs more than all the rest.
  if (/^(?:\/[\w-][\w.-]*)+$/.test(value)) return { place: 'own', host: site.host, path: value }
  // Control characters and `//host` are how other places are dressed up as our own.
  if (/[\u0000-\u001f\u007f<>]|^[\\/]{2}/.test(value)) return null
  const url = toUrl(value, site)
  if (!url) return null
  const { host, pathname: path } = url
  if (url.protocol === 'mailto:') return { place: 'mail', host, path }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  // https://bank.example@evil.example is never written in good faith.
  if (url.username || url.password) return null
  if (url.origin === site.origin) return { place: 'own', host, path }
  return /^https?:\/\//i.test(value) ? { place: 'external', host, path } : null
}

function toUrl(value: string, base?: URL): URL | null {
  try {
    return new URL(value, base)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const someSite = new URL('https://site.invalid')

export function siteOf(siteUrl: string | undefined): URL {
  return (siteUrl === undefined ? null : toUrl(siteUrl)) ?? someSite
}

/** Whether a path, as `readAddress` returns it, can only be that of an uploaded file. */
export function isUploadPath(path: string): boolean {
  return /^\/uploads(?:\/[\w-][\w.-]*)+$/.test(path)
}

/** Whether an address is on the site's own host: on another port or by another protocol it is external. */
export function isOnHostOf(site: URL, { host }: Address): boolean {
  return host.replace(/\.?(?::\d+)?$/, '') === site.hostname
}

/** Ids, long or short, of the posts that a path of this site points to. */
export function postIdsIn(path: string): string[] {
  if (!path.startsWith('/questions/')) return []
  const [question = '', ...rest] = path.split('/').slice(2)
  if (!/^(?:1001\d{13}|D1[0-9a-zA-Z]{2,10})$/.test(question)) return []
  const answer = rest.slice(0, 2).find((part) => /^(?:1002\d{13}|E1[0-9a-zA-Z]{2,10})$/.test(part))
  return answer === undefined ? [question] : [question, answer]
}
