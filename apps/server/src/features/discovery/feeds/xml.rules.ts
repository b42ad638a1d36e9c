/** Not allowed in XML 1.0, even escaped: most control characters and lone surrogates. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export function escapeXml(text: string) {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char)
}

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n'
