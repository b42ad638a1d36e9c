// Which locale keys the code uses, as pure functions over the sources.
import { callOf, literalOf, walk } from './strings.ts'

export type KeyUse = {
  /** Every string literal: a key may wait in a table before it is handed to `t`. */
  literals: Set<string>
  /** Keys made from parts, `order.${order}`: the types check the values, this says which they can be. */
  patterns: RegExp[]
  /** Literal keys handed to `t`, with their place. */
  asked: { key: string; where: string }[]
}

/** Collects from the files of the product; tests are left out, a key used only there is unused. */
export function findKeyUse(sources: Record<string, string>): KeyUse {
  const use: KeyUse = { literals: new Set(), patterns: [], asked: [] }
  for (const [file, text] of Object.entries(sources)) {
    walk(file, text, (node) => {
      const literal = literalOf(node)
      if (literal !== null) use.literals.add(literal)
      const pattern = patternOf(node)
      if (pattern) use.patterns.push(pattern)
      const call = callOf(node, text)
      const key = call && isTranslate(call.callee) ? literalOf(call.argument) : null
      if (call && key !== null) use.asked.push({ key, where: `${file}:${call.line}` })
    })
  }
  return use
}

// Only a template that begins like a key counts; each part stands for one word of it.
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

/**
 * Keys that the code asks for and English lacks, and keys of English that nothing asks for. A derived
 * family (such as `error.`) is exactly what it is derived from: no pattern excuses a left-over there.
 */
export function findKeyProblems(english: string[], use: KeyUse, derived: string[]): string[] {
  const known = new Set(english)
  const wanted = new Set(derived)
  const families = new Set(derived.map(familyOf))
  const isUsed = (key: string) =>
    wanted.has(key) ||
    use.literals.has(key) ||
    (!families.has(familyOf(key)) && use.patterns.some((pattern) => pattern.test(key)))
  return [
    ...use.asked
      .filter(({ key }) => !known.has(key))
      .map(({ key, where }) => `${where}: no message ${key} in en_US.json`),
    ...derived.filter((key) => !known.has(key)).map((key) => `en_US.json: ${key} is missing`),
    ...english
      .filter((key) => !isUsed(key))
      .map((key) => `en_US.json: ${key} is not used anywhere`),
  ]
}

function familyOf(key: string): string {
  return key.split('.')[0] ?? key
}
