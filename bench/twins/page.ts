import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** A page as React would have it: the same elements and texts, no components; bodies come as stored HTML. */
export function toReact(html: string): () => string {
  const root = parse(html).childNodes.find((node): node is Element => node.nodeName === 'html')
  if (root === undefined) throw new Error('no page to render')
  return () => renderToString(toNode(root, 0))
}

function toNode(from: Node, key: number): ReactNode {
  if ('value' in from) return from.value
  if (!('tagName' in from)) return null
  const given = Object.fromEntries(
    from.attrs.map(({ name, value }) => [names[name] ?? name, value]),
  )
  const { style: _, ...props } = given
  if (isStored(from))
    return createElement(from.tagName, {
      ...props,
      key,
      dangerouslySetInnerHTML: { __html: serialize(from) },
    })
  const children = from.childNodes.map(toNode)
  return createElement(from.tagName, { ...props, key }, ...children)
}

const names: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  onclick: 'data-onclick',
}

const isStored = ({ tagName, attrs }: Element) =>
  tagName === 'script' ||
  tagName === 'style' ||
  attrs.some(({ name, value }) => name === 'class' && /\bprose\b/.test(value))
