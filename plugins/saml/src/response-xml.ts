// Reads the XML of a response, before anything in it is known to come from the provider.
import { DOMParser } from '@xmldom/xmldom'

/** Far above real responses: an element costs about a kilobyte of memory, and is copied several times. */
const maxEncodedLength = 200_000
const maxMarkup = 2000
const maxDepth = 40
/** Neither contains another "<", so that this takes linear time. */
const tagPattern = /<(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g
const declaration = /^\uFEFF?<\?xml[^<>]*\?>/

export type ResponseXml = { text: string; root: Element }

export function readResponseXml(encoded: string): ResponseXml {
  if (encoded.length > maxEncodedLength) throw new Error('the response is too large')
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(encoded)) throw new Error('the response is not in Base64')
  const bytes = Buffer.from(encoded, 'base64')
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  assertPlain(text)
  return { text, root: parse(text) }
}

/** Without what responses never contain, and parsers disagree about: document types, entities, comments and instructions. */
function assertPlain(text: string) {
  const content = text.replace(declaration, '')
  if (content.includes('<!') || content.includes('<?'))
    throw new Error('the response contains a comment, a document type or an instruction')
  const tags = content.match(tagPattern) ?? []
  if (content.replaceAll(tagPattern, '').includes('<')) throw new Error('the XML is not valid')
  const attributes = tags.reduce((count, tag) => count + tag.split('=').length - 1, 0)
  if (tags.length + attributes > maxMarkup) throw new Error('the response has too many elements')
  let depth = 0
  for (const tag of tags) {
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>')) depth++
    if (depth > maxDepth) throw new Error('the response is nested too deeply')
  }
}

function parse(text: string): Element {
  const fail = (message: string) => {
    throw new Error(`the XML is not valid: ${message}`)
  }
  const parser = new DOMParser({
    locator: {},
    errorHandler: { warning: fail, error: fail, fatalError: fail },
  })
  const { documentElement } = parser.parseFromString(text, 'text/xml')
  return documentElement
}

/** The element and all elements below it, in their order. */
export function listElements(root: Element): Element[] {
  const list: Element[] = []
  const waiting = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    list.push(next)
    waiting.push(...childrenOf(next).toReversed())
  }
  return list
}

export function childrenOf(parent: Element, name?: string): Element[] {
  const children = Array.from(parent.childNodes).filter((node) => node.nodeType === 1) as Element[]
  return name === undefined ? children : children.filter((child) => child.localName === name)
}
