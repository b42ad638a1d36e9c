import type { DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

const attributes: Record<string, readonly string[]> = {
  meta: ['name', 'property', 'itemprop', 'content', 'media', 'lang'],
  link: ['rel', 'href', 'hreflang', 'type', 'sizes', 'media', 'title', 'color', 'crossorigin'],
  style: ['media'],
}

// No style sheets: there is a field for them. No canonical address: it would be that of every page.
const linkKinds = new Set(
  (
    'alternate apple-touch-icon apple-touch-icon-precomposed author dns-prefetch help icon license ' +
    'manifest mask-icon me openid.server openid.delegate pingback preconnect privacy-policy search ' +
    'shortcut terms-of-service webmention'
  ).split(' '),
)

/** An element that may stand in the head, with the attributes it may have there; else null. */
export function headElement(element: Element): Element | null {
  const allowed = attributes[element.tagName]
  if (allowed === undefined || !isWanted(element)) return null
  return { ...element, attrs: element.attrs.filter(({ name }) => allowed.includes(name)) }
}

function isWanted(element: Element): boolean {
  const value = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
  if (element.tagName === 'link') {
    const kinds = (value('rel') ?? '').toLowerCase().split(/\s+/)
    return kinds.every((kind) => linkKinds.has(kind)) && /^(https?:|\/)/i.test(value('href') ?? '')
  }
  // `http-equiv` can reload the page or change its policy.
  if (element.tagName === 'meta') {
    return value('http-equiv') === undefined && value('content') !== undefined
  }
  return true
}
