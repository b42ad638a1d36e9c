/** Browsers allow passkeys only on HTTPS sites with a domain name, and on localhost. */
export function canUsePasskeys(siteUrl: string): boolean {
  const url = URL.parse(siteUrl)
  if (url === null) return false
  const { protocol, hostname } = url
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  const isIp = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return protocol === 'https:' && !isIp
}
