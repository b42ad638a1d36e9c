import type { MarkupProblemName } from '@stoa/contract/features/settings-previews'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { scanCss } from './css-scan.ts'
import { elementProblem, type FieldSource, type MarkupProblem } from './markup-problems.ts'

type Element = DefaultTreeAdapterTypes.Element

/** A URL that the content security policy may block. Null for broken CSS, which no policy needs to block. */
export type MarkupLoad = MarkupProblem & { url: string | null }

const loadingAttributes: Readonly<Record<string, readonly [MarkupProblemName, ...string[]]>> = {
  img: ['image', 'src', 'srcset'],
  input: ['image', 'src'],
  image: ['image', 'href'],
  video: ['media', 'src'],
  audio: ['media', 'src'],
  track: ['media', 'src'],
  form: ['form', 'action'],
  button: ['form', 'formaction'],
}

/** What the browser would load for the element, and where its forms go. */
export function listLoads(source: FieldSource, element: Element, text: string): MarkupLoad[] {
  const loads = element.attrs.flatMap(({ name, value }) =>
    listAttributeLoads(source, element, name, value),
  )
  if (element.tagName !== 'style') return loads
  const line = element.sourceCodeLocation?.startTag?.endLine ?? 1
  return [...loads, ...cssLoads(source.field, text, line)]
}

export function cssLoads(field: FieldSource['field'], css: string, firstLine: number) {
  return scanCss(css).map(({ problem, line, excerpt, url }) => ({
    field,
    problem,
    line: firstLine + line - 1,
    excerpt,
    url,
  }))
}

function listAttributeLoads(
  source: FieldSource,
  element: Element,
  name: string,
  value: string,
): MarkupLoad[] {
  const [problem, ...names] = loadingAttributesOf(element)
  if (name === 'style') {
    const line = element.sourceCodeLocation?.attrs?.['style']?.startLine ?? 1
    return cssLoads(source.field, value, line)
  }
  if (problem === undefined || !names.includes(name)) return []
  const at = elementProblem(source, problem, element, name)
  return urlsOf(name, value).map((url) => ({ ...at, url }))
}

function loadingAttributesOf(element: Element): readonly [MarkupProblemName?, ...string[]] {
  if (element.tagName === 'link') return isIcon(element) ? ['image', 'href'] : []
  if (element.tagName !== 'source') return loadingAttributes[element.tagName] ?? []
  const { parentNode } = element
  const isPicture =
    parentNode !== null && 'tagName' in parentNode && parentNode.tagName === 'picture'
  return isPicture ? ['image', 'srcset'] : ['media', 'src']
}

function isIcon({ attrs }: Element) {
  return attrs.some(({ name, value }) => name === 'rel' && /icon/i.test(value))
}

function urlsOf(name: string, value: string): string[] {
  if (name !== 'srcset') return value.trim() === '' ? [] : [value.trim()]
  return value.split(/,\s+/).flatMap((candidate) => candidate.trim().split(/\s+/)[0] || [])
}
