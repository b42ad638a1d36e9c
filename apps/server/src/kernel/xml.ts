/** What XML 1.0 cannot hold at all, not even escaped: most control characters, and halves of a pair. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text as it may stand in an element or an attribute. */
export function xmlText(text: string) {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n'
