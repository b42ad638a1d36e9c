const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/**
 * The words of rendered HTML on one line, for excerpts. Only for HTML made by `render`: there, `<`
 * and `>` are always the ends of a tag and four entities are all there are.
 */
export function toPlainText(html: string): string {
  const prose = html
    .replace(/<section class="footnotes">[^]*$/, '')
    .replace(/<sup class="footnote-ref">[^]*?<\/sup>/g, '')
  const words = textOf(prose.replace(/<pre\b[^]*?<\/pre>/g, ' '))
  // A post of nothing but code is better introduced by its code than by silence.
  return words || textOf(prose)
}

/** All the words of rendered HTML on one line, code and footnotes too, for the search. */
export function toSearchText(html: string): string {
  return textOf(html.replace(/<sup class="footnote-ref">[^]*?<\/sup>/g, ''))
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
