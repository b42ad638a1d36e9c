/** Whether browsers let a site at this address use passkeys: it needs a name, and a connection nobody can read. */
export function canUsePasskeys(siteUrl: string): boolean {
  const url = URL.parse(siteUrl)
  if (url === null) return false
  const { protocol, hostname } = url
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return protocol === 'https:' && !isAddress
}
