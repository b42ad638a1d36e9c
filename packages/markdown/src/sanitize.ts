import sanitizeHtml from 'sanitize-html'
import { attributesFor, linkSource, type AttributeContext } from './attributes.ts'
import { allowedTags } from './tags.ts'
import { wrapImagesAndTables } from './wrap.ts'

// What is inside these is not text for people; sanitize-html drops it together with the element.
const droppedWithContent = ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'template']

const deepest = 60
const mostRounds = 4
const isAllowed = new Set(allowedTags)

/** The last step of every rendering: nothing leaves that is not in the lists of elements and attributes. */
export function sanitize(html: string, context: AttributeContext): string {
  let before = html
  for (let round = 0; round < mostRounds; round++) {
    const { safe, dropped } = sanitizeOnce(before, context)
    // An element that was dropped may have kept its neighbours apart: `<h2><form><h2>`.
    if (!dropped || safe === before) return safe
    before = safe
  }
  return before
}

function sanitizeOnce(html: string, context: AttributeContext): { safe: string; dropped: boolean } {
  const ids = new Set<string>()
  let dropped = false
  const safe = sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    // Values are checked one by one in `attributesFor`; names are checked here once more.
    allowedAttributes,
    transformTags: {
      '*': (tagName, attribs) => {
        dropped ||= !isAllowed.has(tagName)
        return { tagName, attribs: attributesFor(tagName, attribs, context, ids) }
      },
    },
    selfClosing: ['img', 'br', 'hr', 'wbr', 'input'],
    nonTextTags: droppedWithContent,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesAppliedToAttributes: ['href', 'src', 'data-external-src', linkSource],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: deepest,
    parseStyleAttributes: false,
  })
  return { safe: wrapImagesAndTables(safe, context.site), dropped }
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const everywhere = ['dir', 'lang', 'title']

const allowedAttributes: Record<string, string[]> = {
  '*': everywhere,
  a: ['href', 'rel', 'id', 'class'],
  img: ['src', 'data-external-src', linkSource, 'alt', 'width', 'height', 'loading', 'decoding'],
  code: ['class'],
  span: ['class'],
  pre: ['tabindex'],
  div: ['class', 'role', 'tabindex'],
  section: ['class'],
  sup: ['class'],
  li: ['id', 'class', 'value'],
  ol: ['start', 'reversed'],
  th: ['align', 'colspan', 'rowspan', 'scope'],
  td: ['align', 'colspan', 'rowspan'],
  details: ['open'],
  input: ['type', 'disabled', 'checked'],
  ...Object.fromEntries(headings.map((tag) => [tag, ['id']])),
}
