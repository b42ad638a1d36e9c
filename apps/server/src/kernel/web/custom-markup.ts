import type { SiteInfo } from '@stoa/contract/features/site'
import type { CustomMarkup } from '@stoa/web/kernel/host.ts'
import { createHash } from 'node:crypto'
import { defaultTreeAdapter as tree, html, parseFragment, serialize } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { headElement } from './custom-head.ts'

type Settings = SiteInfo['custom_css_html']
type Element = DefaultTreeAdapterTypes.Element

/** For sites without any, and for safe mode. */
export const noCustomMarkup: CustomMarkup = {
  head: '',
  header: '',
  footer: '',
  sidebar: '',
  styleSources: [],
  imageOrigins: [],
}

// Either the policy refuses them anyway, loudly, or they would take the rest of the page with them.
const refused = new Set(
  (
    'script noscript template iframe frame frameset object embed applet portal base meta link title ' +
    'html head body plaintext'
  ).split(' '),
)

/** The parts of the pages that an admin wrote, made fit to stand in them. */
export function toCustomMarkup(settings: Settings): CustomMarkup {
  const found: Found = { styles: new Set(), attributes: new Set(), origins: new Set() }
  const head = cleanHead(settings.custom_head, found)
  const header = cleanBody(settings.custom_header, found)
  const footer = cleanBody(settings.custom_footer, found)
  const sidebar = cleanBody(settings.custom_sidebar, found)
  return {
    head: head + styleSheetLink(settings.custom_css),
    header,
    footer,
    sidebar,
    styleSources: [
      ...(found.attributes.size > 0 ? [`'unsafe-hashes'`] : []),
      ...[...found.styles, ...found.attributes].map(hashSource),
    ],
    imageOrigins: [...found.origins],
  }
}

type Found = { styles: Set<string>; attributes: Set<string>; origins: Set<string> }

function parse(text: string) {
  return parseFragment(tree.createElement('div', html.NS.HTML, []), text, {})
}

function cleanHead(text: string, found: Found): string {
  const kept = tree.createDocumentFragment()
  for (const node of parse(text).childNodes) {
    const element = tree.isElementNode(node) ? headElement(node) : null
    if (element === null) continue
    note(element, found)
    tree.appendChild(kept, element)
  }
  return serialize(kept)
}

function cleanBody(text: string, found: Found): string {
  const fragment = parse(text)
  clean(fragment, found)
  return serialize(fragment).trim()
}

function clean(parent: DefaultTreeAdapterTypes.ParentNode, found: Found) {
  parent.childNodes = parent.childNodes.filter(
    (node) => !tree.isCommentNode(node) && !(tree.isElementNode(node) && refused.has(node.tagName)),
  )
  for (const node of parent.childNodes) {
    if (!tree.isElementNode(node)) continue
    node.attrs = node.attrs.filter(({ name, value }) => !isScript(name, value))
    note(node, found)
    clean(node, found)
  }
}

function isScript(name: string, value: string): boolean {
  return name.startsWith('on') || /^[\s\u0000-\u001f]*javascript:/i.test(value)
}

/** Remembers what the policy must allow for an element to look as it was written. */
function note(element: Element, found: Found) {
  if (element.tagName === 'style') found.styles.add(textOf(element))
  for (const { name, value } of element.attrs) {
    if (name === 'style') found.attributes.add(value)
    if (name === 'src' && element.tagName === 'img') addOrigin(value, found.origins)
  }
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : '')).join('')
}

function addOrigin(address: string, origins: Set<string>) {
  const url = URL.parse(address)
  if (url?.protocol === 'https:') origins.add(url.origin)
}

function styleSheetLink(css: string): string {
  if (css.trim() === '') return ''
  return `<link rel="stylesheet" href="${customCssPath}?v=${versionOf(css)}">`
}

export const customCssPath = '/custom.css'

/** Changes with the text, so that browsers may keep what they have for good. */
export function versionOf(css: string): string {
  return createHash('sha256').update(css).digest('hex').slice(0, 12)
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
