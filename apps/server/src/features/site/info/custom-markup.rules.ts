import type { SiteInfo } from '@stoa/contract/features/site'
import { createHash } from 'node:crypto'
import { defaultTreeAdapter as tree, html, parseFragment, serialize } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { sanitizeHeadElement } from './custom-head.ts'
import { listLoads, type MarkupLoad } from './markup-loads.ts'
import {
  elementProblem,
  type FieldSource,
  findElementReason,
  findAttributeReason,
  type MarkupField,
  type MarkupProblem,
  problemAt,
} from './markup-problems.ts'

type Settings = SiteInfo['custom_css_html']
type ParentNode = DefaultTreeAdapterTypes.ParentNode
type Element = DefaultTreeAdapterTypes.Element

type SanitizedMarkup = {
  head: string
  header: string
  footer: string
  sidebar: string
  /** For the content security policy, as the origins. */
  styleSources: string[]
  imageOrigins: string[]
  /** What was left out. */
  removed: MarkupProblem[]
  /** What is left and loads or sends something. */
  loads: MarkupLoad[]
}

type Collected = {
  styles: Set<string>
  attributes: Set<string>
  origins: Set<string>
  removed: MarkupProblem[]
  loads: MarkupLoad[]
}

/** Sanitizes the admin's markup and collects what the content security policy must allow for it. */
export function sanitizeMarkup(settings: Omit<Settings, 'custom_css'>): SanitizedMarkup {
  const collected: Collected = {
    styles: new Set(),
    attributes: new Set(),
    origins: new Set(),
    removed: [],
    loads: [],
  }
  const body = (field: MarkupField) => cleanBody({ field, text: settings[field] }, collected)
  const head = cleanHead({ field: 'custom_head', text: settings.custom_head }, collected)
  const header = body('custom_header')
  const footer = body('custom_footer')
  const sidebar = body('custom_sidebar')
  const { styles, attributes, origins, removed, loads } = collected
  return {
    head,
    header,
    footer,
    sidebar,
    styleSources: [
      ...(attributes.size > 0 ? [`'unsafe-hashes'`] : []),
      ...[...styles, ...attributes].map(hashSource),
    ],
    imageOrigins: [...origins],
    removed,
    loads,
  }
}

function parse(text: string) {
  return parseFragment(tree.createElement('div', html.NS.HTML, []), text, {
    sourceCodeLocationInfo: true,
  })
}

function cleanHead(source: FieldSource, collected: Collected): string {
  const result = tree.createDocumentFragment()
  for (const node of parse(source.text).childNodes) {
    if (tree.isTextNode(node) && node.value.trim() !== '')
      collected.removed.push(problemAt(source, 'text', node.sourceCodeLocation))
    if (!tree.isElementNode(node)) continue
    const { element, problems } = sanitizeHeadElement(node, source)
    collected.removed.push(...problems)
    if (element === null) continue
    collectSources(element, source, collected)
    tree.appendChild(result, element)
  }
  return serialize(result)
}

function cleanBody(source: FieldSource, collected: Collected): string {
  const fragment = parse(source.text)
  clean(fragment, source, collected)
  return serialize(fragment).trim()
}

function clean(parent: ParentNode, source: FieldSource, collected: Collected) {
  const { removed } = collected
  parent.childNodes = parent.childNodes.filter((node) => {
    const reason = tree.isElementNode(node) ? findElementReason(node.tagName) : null
    if (reason !== null) removed.push(elementProblem(source, reason, node as Element))
    return reason === null && !tree.isCommentNode(node)
  })
  for (const node of parent.childNodes) {
    if (!tree.isElementNode(node)) continue
    node.attrs = node.attrs.filter(({ name, value }) => {
      const reason = findAttributeReason(name, value)
      if (reason === null) return true
      removed.push(elementProblem(source, reason, node, name))
      return false
    })
    collectSources(node, source, collected)
    clean(node, source, collected)
  }
}

function collectSources(element: Element, source: FieldSource, collected: Collected) {
  if (element.tagName === 'style') collected.styles.add(textOf(element))
  for (const { name, value } of element.attrs) {
    if (name === 'style') collected.attributes.add(value)
    if (name === 'src' && element.tagName === 'img') addOrigin(value, collected.origins)
  }
  collected.loads.push(...listLoads(source, element, textOf(element)))
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : '')).join('')
}

function addOrigin(src: string, origins: Set<string>) {
  const url = URL.parse(src)
  if (url?.protocol === 'https:') origins.add(url.origin)
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
