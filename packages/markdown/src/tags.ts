/** Every element that may be in rendered HTML. */
export const allowedTags: readonly string[] = [
  'p div blockquote pre hr br wbr details summary section figure figcaption',
  'h1 h2 h3 h4 h5 h6 ul ol li dl dt dd label input',
  'table caption thead tbody tfoot tr th td',
  'a img span strong b em i u s del ins mark small sub sup',
  'kbd code samp var q cite abbr bdi ruby rt rp',
].flatMap((names) => names.split(' '))

const madeByUsOnly = new Set(['section', 'label', 'input'])

/** Elements an author may write as HTML; all others are shown as the text they are. */
export const rawTags: ReadonlySet<string> = new Set(
  allowedTags.filter((tag) => !madeByUsOnly.has(tag)),
)
