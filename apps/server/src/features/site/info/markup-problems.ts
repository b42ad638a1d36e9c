import type {
  MarkupProblemName,
  previewCustomMarkup,
} from '@stoa/contract/features/settings-previews'
import type { ResponseOf } from '@stoa/contract/endpoint'
import type { DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type Location = { startLine: number; startOffset: number; endOffset: number }

export type MarkupProblem = ResponseOf<typeof previewCustomMarkup>['list'][number]
export type MarkupField = Exclude<MarkupProblem['field'], 'custom_css'>
export type FieldSource = { field: MarkupProblem['field']; text: string }

// Blocked by the content security policy anyway, or able to break the rest of the page.
const forbiddenElements: ReadonlyMap<string, MarkupProblemName> = new Map([
  ['script', 'script'],
  ...namesOf('head_element', 'base meta link title'),
  ...namesOf('frame', 'iframe frame frameset object embed applet portal'),
  ...namesOf('element', 'noscript template html head body plaintext'),
])

function namesOf(reason: MarkupProblemName, names: string) {
  return names.split(' ').map((name) => [name, reason] as const)
}

/** Why an element is not allowed outside the head, or null. */
export function findElementReason(tagName: string): MarkupProblemName | null {
  return forbiddenElements.get(tagName) ?? null
}

export function findAttributeReason(name: string, value: string): MarkupProblemName | null {
  if (name.startsWith('on')) return 'event_handler'
  return /^[\s\u0000-\u001f]*javascript:/i.test(value) ? 'script_url' : null
}

const maxExcerpt = 120

/** Without a location the parser made the element up. */
export function problemAt(
  { field, text }: FieldSource,
  problem: MarkupProblemName,
  location: Location | null | undefined,
  fallback = '',
): MarkupProblem {
  const found = location ? text.slice(location.startOffset, location.endOffset) : fallback
  const line = found.trim().replace(/\s+/g, ' ')
  return {
    field,
    problem,
    line: location?.startLine ?? null,
    excerpt: line.length > maxExcerpt ? `${line.slice(0, maxExcerpt)}…` : line,
  }
}

/** The problem of an element, or of one of its attributes. */
export function elementProblem(
  source: FieldSource,
  problem: MarkupProblemName,
  element: Element,
  attribute?: string,
): MarkupProblem {
  const location = element.sourceCodeLocation
  const part = attribute === undefined ? location?.startTag : location?.attrs?.[attribute]
  return problemAt(source, problem, part ?? location, attribute ?? `<${element.tagName}>`)
}
