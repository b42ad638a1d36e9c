import type { DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

const allowedAttributes: Record<string, readonly string[]> = {
  meta: ['name', 'property', 'itemprop', 'content', 'media', 'lang'],
  link: ['rel', 'href', 'hreflang', 'type', 'sizes', 'media', 'title', 'color', 'crossorigin'],
  style: ['media'],
}

// Not `stylesheet`, which has its own field, and not `canonical`, which would apply to every page.
const allowedRels = new Set(
  (
    'alternate apple-touch-icon apple-touch-icon-precomposed author dns-prefetch help icon license ' +
    'manifest mask-icon me openid.server openid.delegate pingback preconnect privacy-policy search ' +
    'shortcut terms-of-service webmention'
  ).split(' '),
)

/** Returns null for an element that is not allowed in the head. */
export function sanitizeHeadElement(element: Element): Element | null {
  const allowed = allowedAttributes[element.tagName]
  if (allowed === undefined || !isAllowed(element)) return null
  return { ...element, attrs: element.attrs.filter(({ name }) => allowed.includes(name)) }
}

function isAllowed(element: Element): boolean {
  const value = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
  if (element.tagName === 'link') {
    const rels = (value('rel') ?? '').toLowerCase().split(/\s+/)
    return rels.every((rel) => allowedRels.has(rel)) && /^(https?:|\/)/i.test(value('href') ?? '')
  }
  // `http-equiv` can reload the page or change its security policy.
  if (element.tagName === 'meta') {
    return value('http-equiv') === undefined && value('content') !== undefined
  }
  return true
}
