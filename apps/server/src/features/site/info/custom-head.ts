import type { MarkupProblemName } from '@stoa/contract/features/settings-previews'
import type { DefaultTreeAdapterTypes } from 'parse5'
import {
  elementProblem,
  type FieldSource,
  findElementReason,
  findAttributeReason,
  type MarkupProblem,
} from './markup-problems.ts'

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

/** The element is null if it is not allowed in the head. */
export function sanitizeHeadElement(
  element: Element,
  source: FieldSource,
): { element: Element | null; problems: MarkupProblem[] } {
  const allowed = allowedAttributes[element.tagName]
  const reason = allowed === undefined ? forbiddenReason(element.tagName) : findReason(element)
  if (allowed === undefined || reason !== null) {
    return { element: null, problems: [elementProblem(source, reason ?? 'element', element)] }
  }
  const removed = element.attrs.filter(({ name }) => !allowed.includes(name))
  return {
    element: { ...element, attrs: element.attrs.filter((attr) => !removed.includes(attr)) },
    problems: removed.map(({ name, value }) =>
      elementProblem(source, findAttributeReason(name, value) ?? 'attribute', element, name),
    ),
  }
}

/** What belongs in the body is not a reason of its own. */
function forbiddenReason(tagName: string): MarkupProblemName {
  const reason = findElementReason(tagName)
  return reason === 'script' || reason === 'frame' ? reason : 'element'
}

function findReason(element: Element): MarkupProblemName | null {
  const value = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
  if (element.tagName === 'link') {
    const rels = (value('rel') ?? '').toLowerCase().split(/\s+/)
    if (rels.includes('stylesheet')) return 'external_style'
    const isAllowed = rels.every((rel) => allowedRels.has(rel))
    return isAllowed && /^(https?:|\/)/i.test(value('href') ?? '') ? null : 'link'
  }
  // `http-equiv` can reload the page or change its security policy.
  if (element.tagName === 'meta') {
    return value('http-equiv') === undefined && value('content') !== undefined ? null : 'meta'
  }
  return null
}
