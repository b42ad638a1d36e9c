import sanitizeHtml from 'sanitize-html'
import { attributesFor, linkSource, type AttributeContext } from './attributes.ts'
import { allowedElements } from './elements.ts'
import { wrapImagesAndTables } from './wrap.ts'

// The content of these elements is not text for readers.
const removedWithContent = ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'template']

const maxDepth = 60
const maxRounds = 4
const allowed = new Set(allowedElements)

/** The last step of rendering: only allowed elements and attributes remain. */
export function sanitize(html: string, context: AttributeContext): string {
  let previous = html
  for (let round = 0; round < maxRounds; round++) {
    const { safe, hasRemoved } = sanitizeOnce(previous, context)
    // Removing an element can change how its neighbors parse: `<h2><form><h2>`.
    if (!hasRemoved || safe === previous) return safe
    previous = safe
  }
  return previous
}

function sanitizeOnce(
  html: string,
  context: AttributeContext,
): { safe: string; hasRemoved: boolean } {
  const ids = new Set<string>()
  const extra = context.extension?.elements
  let hasRemoved = false
  const safe = sanitizeHtml(html, {
    allowedTags: [...allowedElements, ...(extra ?? [])],
    // Defense in depth: `attributesFor` has already checked names and values.
    allowedAttributes: allowedAttributesIn(context),
    transformTags: {
      '*': (tagName, attribs) => {
        hasRemoved ||= !allowed.has(tagName) && extra?.has(tagName) !== true
        return { tagName, attribs: attributesFor(tagName, attribs, context, ids) }
      },
    },
    selfClosing: ['img', 'br', 'hr', 'wbr', 'input'],
    nonTextTags: removedWithContent,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesAppliedToAttributes: ['href', 'src', 'data-external-src', linkSource],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: maxDepth,
    parseStyleAttributes: false,
  })
  return { safe: wrapImagesAndTables(safe, context.site), hasRemoved }
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const globalAttributes = ['dir', 'lang', 'title']

const allowedAttributes: Record<string, string[]> = {
  '*': globalAttributes,
  a: ['href', 'rel', 'id', 'class'],
  img: ['src', 'data-external-src', linkSource, 'alt', 'width', 'height', 'loading', 'decoding'],
  code: ['class'],
  span: ['class'],
  pre: ['tabindex', 'data-file'],
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

const withClasses = { ...allowedAttributes, '*': [...globalAttributes, 'class'] }

function allowedAttributesIn({ allowsPluginClasses, extension }: AttributeContext) {
  if (!allowsPluginClasses) return allowedAttributes
  const extra = [...(extension?.attributes ?? [])]
  const names = extra.map(([tag, checks]) => [tag, checks.map(([name]) => name)] as const)
  return extra.length === 0 ? withClasses : { ...withClasses, ...Object.fromEntries(names) }
}
