/** HTML elements allowed in rendered output. */
export const allowedElements: readonly string[] = [
  'p div blockquote pre hr br wbr details summary section figure figcaption',
  'h1 h2 h3 h4 h5 h6 ul ol li dl dt dd label input',
  'table caption thead tbody tfoot tr th td',
  'a img span strong b em i u s del ins mark small sub sup',
  'kbd code samp var q cite abbr bdi ruby rt rp',
].flatMap((names) => names.split(' '))

const generatedOnly = new Set(['section', 'label', 'input'])

/** HTML elements allowed in Markdown; all others are shown as text. */
export const rawElements: ReadonlySet<string> = new Set(
  allowedElements.filter((tag) => !generatedOnly.has(tag)),
)
