import type { SiteInfo } from '@stoa/contract/features/site'
import type { CustomMarkup } from '@stoa/web/kernel/host-request.ts'
import { createHash } from 'node:crypto'
import { defaultTreeAdapter as tree, html, parseFragment, serialize } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { sanitizeHeadElement } from './custom-head.ts'

type Settings = SiteInfo['custom_css_html']
type Element = DefaultTreeAdapterTypes.Element

export const noCustomMarkup: CustomMarkup = {
  head: '',
  header: '',
  footer: '',
  sidebar: '',
  styleSources: [],
  imageOrigins: [],
}

// Blocked by the content security policy anyway, or able to break the rest of the page.
const forbiddenElements = new Set(
  (
    'script noscript template iframe frame frameset object embed applet portal base meta link title ' +
    'html head body plaintext'
  ).split(' '),
)

/** Sanitizes the admin's markup and collects what the content security policy must allow for it. */
export function toCustomMarkup(settings: Settings): CustomMarkup {
  const sources: PolicySources = { styles: new Set(), attributes: new Set(), origins: new Set() }
  const head = cleanHead(settings.custom_head, sources)
  const header = cleanBody(settings.custom_header, sources)
  const footer = cleanBody(settings.custom_footer, sources)
  const sidebar = cleanBody(settings.custom_sidebar, sources)
  return {
    head: head + styleSheetLink(settings.custom_css),
    header,
    footer,
    sidebar,
    styleSources: [
      ...(sources.attributes.size > 0 ? [`'unsafe-hashes'`] : []),
      ...[...sources.styles, ...sources.attributes].map(hashSource),
    ],
    imageOrigins: [...sources.origins],
  }
}

type PolicySources = { styles: Set<string>; attributes: Set<string>; origins: Set<string> }

function parse(text: string) {
  return parseFragment(tree.createElement('div', html.NS.HTML, []), text, {})
}

function cleanHead(text: string, sources: PolicySources): string {
  const result = tree.createDocumentFragment()
  for (const node of parse(text).childNodes) {
    const element = tree.isElementNode(node) ? sanitizeHeadElement(node) : null
    if (element === null) continue
    collectSources(element, sources)
    tree.appendChild(result, element)
  }
  return serialize(result)
}

function cleanBody(text: string, sources: PolicySources): string {
  const fragment = parse(text)
  clean(fragment, sources)
  return serialize(fragment).trim()
}

function clean(parent: DefaultTreeAdapterTypes.ParentNode, sources: PolicySources) {
  parent.childNodes = parent.childNodes.filter(
    (node) =>
      !tree.isCommentNode(node) &&
      !(tree.isElementNode(node) && forbiddenElements.has(node.tagName)),
  )
  for (const node of parent.childNodes) {
    if (!tree.isElementNode(node)) continue
    node.attrs = node.attrs.filter(({ name, value }) => !isScript(name, value))
    collectSources(node, sources)
    clean(node, sources)
  }
}

function isScript(name: string, value: string): boolean {
  return name.startsWith('on') || /^[\s\u0000-\u001f]*javascript:/i.test(value)
}

function collectSources(element: Element, sources: PolicySources) {
  if (element.tagName === 'style') sources.styles.add(textOf(element))
  for (const { name, value } of element.attrs) {
    if (name === 'style') sources.attributes.add(value)
    if (name === 'src' && element.tagName === 'img') addOrigin(value, sources.origins)
  }
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : '')).join('')
}

function addOrigin(src: string, origins: Set<string>) {
  const url = URL.parse(src)
  if (url?.protocol === 'https:') origins.add(url.origin)
}

function styleSheetLink(css: string): string {
  if (css.trim() === '') return ''
  return `<link rel="stylesheet" href="${customCssPath}?v=${versionOf(css)}">`
}

export const customCssPath = '/custom.css'

/** A content hash in the URL, so that browsers may cache it forever. */
export function versionOf(css: string): string {
  return createHash('sha256').update(css).digest('hex').slice(0, 12)
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
