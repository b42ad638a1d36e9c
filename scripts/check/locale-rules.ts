// Finds the locale keys that the code uses. Pure functions over the sources.
import { callOf, literalOf, walk } from './strings.ts'

export type KeyUse = {
  /** Every string literal, because a key may be in a table before it is passed to `t`. */
  literals: Set<string>
  /** Keys built with a template such as `order.${order}`. */
  patterns: RegExp[]
  /** Literal keys passed to `t`, with their location. */
  calls: { key: string; where: string }[]
}

export function findKeyUse(sources: Record<string, string>): KeyUse {
  const use: KeyUse = { literals: new Set(), patterns: [], calls: [] }
  for (const [file, text] of Object.entries(sources)) {
    walk(file, text, (node) => {
      const literal = literalOf(node)
      if (literal !== null) use.literals.add(literal)
      const pattern = patternOf(node)
      if (pattern) use.patterns.push(pattern)
      const call = callOf(node, text)
      const key = call && isTranslate(call.callee) ? literalOf(call.argument) : null
      if (call && key !== null) use.calls.push({ key, where: `${file}:${call.line}` })
    })
  }
  return use
}

// Only a template that starts like a key counts. Each substitution matches one segment.
function patternOf(node: { type: string; [key: string]: unknown }): RegExp | null {
  if (node.type !== 'TemplateLiteral') return null
  const parts = (node['quasis'] as { value: { cooked: string } }[]).map((q) => q.value.cooked)
  if (parts.length < 2 || !/^[a-z0-9_]+\.([a-z0-9_]+\.)*$/.test(parts[0] ?? '')) return null
  return new RegExp(`^${parts.map(escape).join('[a-z0-9_-]+')}$`)
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function isTranslate(callee: string): boolean {
  return /(^|\.)t(\.rich)?$/.test(callee)
}

export function findMissingKeys(english: string[], use: KeyUse, derived: string[]): string[] {
  const existing = new Set(english)
  return [
    ...use.calls
      .filter(({ key }) => !existing.has(key))
      .map(({ key, where }) => `${where}: no message ${key} in en_US.json`),
    ...derived.filter((key) => !existing.has(key)).map((key) => `en_US.json: ${key} is missing`),
  ]
}

const isUsedIn =
  ({ literals, patterns }: KeyUse) =>
  (key: string) =>
    literals.has(key) || patterns.some((pattern) => pattern.test(key))

/** Only the admin area loads the messages of its files. */
export function findMisplacedKeys(adminKeys: string[], use: KeyUse): string[] {
  return adminKeys
    .filter(isUsedIn(use))
    .map((key) => `packages/locales/src/admin: ${key} is used outside of the admin area`)
}

/** Browsers do not load what only the server writes. */
export function findServerKeys(serverKeys: string[], use: KeyUse): string[] {
  return serverKeys
    .filter(isUsedIn(use))
    .map((key) => `en_US.json: ${key} is used on a page, but only the server has it`)
}

/** In a derived family (such as `error.`), templates do not count as use. */
export function findUnusedKeys(keys: string[], use: KeyUse, derived: string[]): string[] {
  const derivedKeys = new Set(derived)
  const families = new Set(derived.map(familyOf))
  const isUsed = (key: string) =>
    derivedKeys.has(key) ||
    use.literals.has(key) ||
    (!families.has(familyOf(key)) && use.patterns.some((pattern) => pattern.test(key)))
  return keys.filter((key) => !isUsed(key))
}

const maxNamed = 5

/** Users see English for these until a translator has been there. */
export function describeUntranslated(locale: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  const named = keys.slice(0, maxNamed).join(', ') + (keys.length > maxNamed ? ', …' : '')
  return [`packages/locales/src/${locale}.json: ${keys.length} not translated: ${named}`]
}

function familyOf(key: string): string {
  return key.split('.')[0] ?? key
}
