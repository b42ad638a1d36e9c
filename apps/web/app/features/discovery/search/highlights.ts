type ExcerptPart = { text: string; isMatch: boolean }

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Splits an excerpt of the API into matching and other parts, as plain text. */
export function splitHighlights(html: string): ExcerptPart[] {
  return html
    .split(/(<mark>.*?<\/mark>)/su)
    .filter((part) => part !== '')
    .map((part) => {
      const isMatch = part.startsWith('<mark>')
      const inner = isMatch ? part.slice('<mark>'.length, -'</mark>'.length) : part
      return {
        text: inner.replaceAll(
          /&(?:amp|lt|gt|quot|#39);/gu,
          (entity) => entities[entity] ?? entity,
        ),
        isMatch,
      }
    })
}
