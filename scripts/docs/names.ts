import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSources, readSource } from '../check/sources.ts'
import { literalOf, walk } from '../check/strings.ts'

/** Names in the code. Comments are left out. */
export type Names = {
  identifiers: Set<string>
  /** Accesses such as `tx.emit`. */
  members: Set<string>
  strings: Set<string>
}

export function readNames(root: string): Names {
  const names = emptyNames()
  const files = listSources(root).filter((file) => !file.startsWith('scripts/docs/'))
  for (const file of ['boundaries.ts', ...files]) addNames(names, file, readSource(root, file))
  const nginx = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  names.strings.add(nginx.replaceAll(/#.*/g, ''))
  return names
}

export function emptyNames(): Names {
  return { identifiers: new Set(), members: new Set(), strings: new Set() }
}

/** Strings of tests do not count: they may quote what was removed. */
export function addNames(names: Names, file: string, text: string) {
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  walk(file, text, (node) => {
    if (/^(JSX)?Identifier$/.test(node.type)) names.identifiers.add(String(node['name']))
    if (node.type === 'MemberExpression') addMember(names, node)
    if (isTest) return
    const literal = literalOf(node)
    if (literal !== null) names.strings.add(literal)
    if (node.type === 'TemplateElement') names.strings.add((node['value'] as { raw: string }).raw)
    if (node.type === 'JSXText') names.strings.add(String(node['value']))
  })
}

type Member = { name?: string; property?: Member }

function addMember(names: Names, node: { [key: string]: unknown }) {
  const object = node['object'] as Member
  const property = node['property'] as Member
  const owner = object.name ?? object.property?.name
  if (owner !== undefined && property.name !== undefined)
    names.members.add(`${owner}.${property.name}`)
}
