type Line = { number: number; line: string; link: { text: string; url: string } | null }

/** Lines of a text and a URL, or a path of this site. Empty lines are left out. */
export function parseLinks(text: string): Line[] {
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '')
    .map(({ number, line }) => ({ number, line, link: parseLink(line) }))
}

function parseLink(line: string) {
  const [, text = '', url = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
  const isPath = /^\/(?!\/)/.test(url)
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '')
  return text !== '' && (isPath || isWeb) ? { text, url } : null
}
