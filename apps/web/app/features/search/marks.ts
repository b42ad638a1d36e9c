type Part = { text: string; isMarked: boolean }

const signs: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** An excerpt as the API gives it, in parts that are text again: what matched, and what stands around it. */
export function splitMarks(html: string): Part[] {
  return html
    .split(/(<mark>.*?<\/mark>)/su)
    .filter((part) => part !== '')
    .map((part) => {
      const isMarked = part.startsWith('<mark>')
      const inner = isMarked ? part.slice('<mark>'.length, -'</mark>'.length) : part
      return {
        text: inner.replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, (sign) => signs[sign] ?? sign),
        isMarked,
      }
    })
}
