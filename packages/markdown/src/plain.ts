const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** For HTML from `render` only: there, `<` and `>` always delimit tags and only four entities occur. */
export function toPlainText(html: string): string {
  const prose = showTex(html)
    .replace(/<section class="footnotes">[^]*$/, '')
    .replace(/<sup class="footnote-ref">[^]*?<\/sup>/g, '')
  const words = textOf(prose.replace(/<pre\b[^]*?<\/pre>/g, ' '))
  // A post that is only code gets its code as the excerpt.
  return words || textOf(prose)
}

/** Unlike `toPlainText`, includes code and footnotes, for the search index. */
export function toSearchText(html: string): string {
  return textOf(showTex(html).replace(/<sup class="footnote-ref">[^]*?<\/sup>/g, ''))
}

const tex = /<annotation encoding="application\/x-tex">([^<]*)<\/annotation>/

/** Replaces formulas by their TeX, for programs that do not show MathML. */
export function showTex(html: string): string {
  if (!html.includes('<math')) return html
  return html.replace(/<math\b[^]*?<\/math>/g, (math) => {
    const source = tex.exec(math)?.[1]
    return source === undefined ? math : `<code>${source}</code>`
  })
}

function textOf(html: string): string {
  return html
    .replace(
      /<\/?(?:a|abbr|b|bdi|cite|code|del|em|i|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)\b[^>]*>/g,
      '',
    )
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
