import { Filter, FilterParser } from 'ldapts'

/** Replaces `{name}` in a filter by values that cannot change its structure (RFC 4515). */
export function fillFilter(filter: string, values: Readonly<Record<string, string>>): string {
  return filter.replaceAll(/\{(\w+)\}/g, (text, name: string) =>
    Object.hasOwn(values, name) ? Filter.escape(values[name] ?? '') : text,
  )
}

export function isFilter(filter: string): boolean {
  try {
    FilterParser.parseString(fillFilter(filter, { username: 'ada', dn: 'uid=ada,dc=example' }))
    return filter.startsWith('(') && isBalanced(filter)
  } catch {
    return false
  }
}

/** The parser of the library ignores what is missing at the end. In values, parentheses are escaped. */
function isBalanced(filter: string): boolean {
  return filter.split('(').length === filter.split(')').length
}
