/** Null unless the text is an HTTP URL. */
export function toWebsite(text: string): { href: string; host: string } | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return { href: url.href, host: url.host.replace(/^www\./, '') }
}
