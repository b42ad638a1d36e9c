import { parse, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

// Duplicated on purpose: sharing the sanitizer's lists would hide mistakes in them.
const tags = new Set(
  (
    'p div blockquote pre hr br wbr details summary section h1 h2 h3 h4 h5 h6 figure figcaption ' +
    'ul ol li dl dt dd label input table caption thead tbody tfoot tr th td a img span strong b em ' +
    'i u s del ins mark small sub sup kbd code samp var q cite abbr bdi ruby rt rp'
  ).split(' '),
)
const attributes: Record<string, RegExp> = {
  href: /^/,
  src: /^/,
  'data-external-src': /^https?:/i,
  'data-file': /^[^<>"&]{1,100}$/,
  id: /^user-content-\S+$/,
  class:
    /^(?:mention|post-reference|footnote-backref|footnote-ref|footnotes|external-image|table-scroll|task|(?:(?:hljs|language-|hljs-|[a-z]+_|plugin-)\S* ?)+)$/,
  rel: /^nofollow ugc noopener$/,
  role: /^group$/,
  tabindex: /^0$/,
  type: /^checkbox$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  align: /^(?:left|center|right)$/,
  scope: /^(?:row|col|rowgroup|colgroup)$/,
  dir: /^(?:ltr|rtl|auto)$/,
  lang: /^[\w-]+$/,
  width: /^\d+$/,
  height: /^\d+$/,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
  start: /^\d+$/,
  value: /^\d+$/,
  alt: /^/,
  title: /^/,
  open: /^$/,
  disabled: /^$/,
  checked: /^$/,
  reversed: /^$/,
}
const siteUrl = 'https://site.example'

const mathTags = new Set(
  (
    'math semantics annotation mrow mi mn mo ms mtext mspace mpadded mphantom mstyle merror menclose mfrac msqrt mroot ' +
    'msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd'
  ).split(' '),
)
const mathAttributes =
  /^(?:display|displaystyle|scriptlevel|math(?:color|background|size|variant)|width|height|depth|form|[lr]space|(?:min|max)size|stretchy|fence|separator|symmetric|largeop|movablelimits|accent|accentunder|linebreak|voffset|linethickness|notation|(?:row|column)(?:align|spacing|lines|span)|frame|side|encoding|class|dir|lang|title)$/
const mathNamespace = 'http://www.w3.org/1998/Math/MathML'

/** Like `problemsIn`, for HTML with MathML. */
export function mathProblemsIn(html: string): string[] {
  const tree = parseFragment(html)
  const again = parseFragment(serialize(tree))
  const isChanged = serialize(again) !== serialize(tree)
  return [
    ...mathProblemsOf(tree),
    ...mathProblemsOf(parseFragment(html, { scriptingEnabled: false })),
    ...mathProblemsOf(again),
    ...(isChanged ? ['changes when it is parsed again'] : []),
    ...(isContained(html) ? [] : ['breaks out of its element']),
  ]
}

function mathProblemsOf(node: Node, isInMath = false): string[] {
  if (node.nodeName === '#comment') return ['a comment']
  if (!('childNodes' in node)) return []
  const isMath = 'namespaceURI' in node && node.namespaceURI === mathNamespace
  const inner = node.childNodes.flatMap((child) => mathProblemsOf(child, isMath))
  if (!('tagName' in node)) return inner
  const own = isMath ? mathElementProblems(node) : problemsOf({ ...node, childNodes: [] })
  return [...own, ...(isInMath && !isMath ? [`${node.tagName} in math`] : []), ...inner]
}

function mathElementProblems({ tagName, attrs }: Element): string[] {
  const unknown = attrs.filter(({ name }) => !mathAttributes.test(name))
  return [
    ...(mathTags.has(tagName) ? [] : [`element ${tagName}`]),
    ...unknown.map(({ name, value }) => `attribute ${tagName}.${name}=${value}`),
  ]
}

/** Parses the HTML as a browser does and returns every unsafe element, attribute and URL. */
export function problemsIn(html: string): string[] {
  const tree = parseFragment(html)
  const problems = [
    ...problemsOf(tree),
    ...problemsOf(parseFragment(html, { scriptingEnabled: false })),
  ]
  // Mutation XSS shows up when the HTML is serialized and parsed again.
  problems.push(...problemsOf(parseFragment(serialize(tree))))
  if (!isContained(html)) problems.push('breaks out of its element')
  return problems
}

function problemsOf(node: Node): string[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap(problemsOf) : []
  if (node.nodeName === '#comment') return ['a comment']
  if (!('tagName' in node)) return inner
  const own = tags.has(node.tagName) ? [] : [`element ${node.tagName}`]
  return [...own, ...node.attrs.flatMap((attribute) => problemOf(node, attribute)), ...inner]
}

function problemOf({ tagName }: Element, { name, value }: Element['attrs'][number]): string[] {
  if (!attributes[name]?.test(value)) return [`attribute ${tagName}.${name}=${value}`]
  if (!['href', 'src', 'data-external-src'].includes(name)) return []
  if (!URL.canParse(value, siteUrl)) return [`invalid URL ${value}`]
  const { protocol, username } = new URL(value, siteUrl)
  const allowed = name === 'href' ? ['http:', 'https:', 'mailto:'] : ['http:', 'https:']
  return allowed.includes(protocol) && !username ? [] : [`URL ${value}`]
}

/** Whether the HTML leaves the elements after it in place when inserted into a page. */
function isContained(html: string): boolean {
  const page = parse(
    `<!doctype html><body><main><article>${html}</article><footer></footer></main></body>`,
  )
  const footer = find(page, 'footer')
  const parent = footer?.parentNode
  if (!footer || !parent || !('tagName' in parent) || parent.tagName !== 'main') return false
  return parent.childNodes.length === 2 && parent.childNodes[0]?.nodeName === 'article'
}

function find(node: Node, tagName: string): Element | null {
  if ('tagName' in node && node.tagName === tagName) return node
  if (!('childNodes' in node)) return null
  for (const child of node.childNodes) {
    const element = find(child, tagName)
    if (element) return element
  }
  return null
}
