import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** Converts a page to React elements without components; bodies stay stored HTML. */
export function toReact(html: string): () => string {
  const root = parse(html).childNodes.find((node): node is Element => node.nodeName === 'html')
  if (root === undefined) throw new Error('page has no html element')
  return () => renderToString(toNode(root, 0))
}

function toNode(node: Node, key: number): ReactNode {
  if ('value' in node) return node.value
  if (!('tagName' in node)) return null
  const attributes = Object.fromEntries(
    node.attrs.map(({ name, value }) => [attributeNames[name] ?? name, value]),
  )
  const { style: _, ...props } = attributes
  if (isStoredHtml(node))
    return createElement(node.tagName, {
      ...props,
      key,
      dangerouslySetInnerHTML: { __html: serialize(node) },
    })
  const children = node.childNodes.map(toNode)
  return createElement(node.tagName, { ...props, key }, ...children)
}

const attributeNames: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  onclick: 'data-onclick',
}

const isStoredHtml = ({ tagName, attrs }: Element) =>
  tagName === 'script' ||
  tagName === 'style' ||
  attrs.some(({ name, value }) => name === 'class' && /\bprose\b/.test(value))
