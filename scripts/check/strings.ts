// Walks the syntax tree of a source file to find string literals and calls.
import { parseSync } from 'rolldown/utils'

type Node = { type: string; start: number; [key: string]: unknown }
export type Call = { callee: string; argument: Node | undefined; line: number }

export function walk(file: string, text: string, visit: (node: Node) => void) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  visitValue(program, visit)
}

function visitValue(value: unknown, visit: (node: Node) => void) {
  if (Array.isArray(value)) {
    for (const item of value) visitValue(item, visit)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) visit(value)
  for (const child of Object.values(value)) visitValue(child, visit)
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string'
}

/** The value of a string literal or of a template literal without substitutions. */
export function literalOf(node: unknown): string | null {
  if (typeof node !== 'object' || node === null || !isNode(node)) return null
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  return quasis.length === 1 ? (quasis[0]?.value.cooked ?? null) : null
}

/** The callee of a call expression (`name` or `a.b`) and the first argument. */
export function callOf(node: Node, text: string): Call | null {
  if (node.type !== 'CallExpression') return null
  const callee = node['callee'] as Node & { end: number }
  const [argument] = node['arguments'] as Node[]
  const line = text.slice(0, node.start).split('\n').length
  return { callee: text.slice(callee.start, callee.end), argument, line }
}
