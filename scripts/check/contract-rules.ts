// Checks of the whole endpoint table. Pure functions.
import { callOf, walk } from './strings.ts'

export type EndpointFacts = {
  method: string
  path: string
  access?: string
  errors: readonly string[]
}
export type EndpointTable = Record<string, Record<string, EndpointFacts>>
export type ErrorCatalog = {
  tiers: readonly string[]
  codes: readonly string[]
  implied: readonly string[]
}

/** Endpoints without access, unknown or unused error codes, and duplicate routes. */
export function findTableProblems(table: EndpointTable, catalog: ErrorCatalog): string[] {
  const problems: string[] = []
  const seen = new Map<string, string>()
  const declared = new Set(catalog.implied)
  for (const { name, facts } of listEndpoints(table)) {
    if (!catalog.tiers.includes(facts.access ?? '')) problems.push(`${name}: no known access`)
    for (const code of facts.errors) {
      declared.add(code)
      if (!catalog.codes.includes(code)) problems.push(`${name}: unknown error code ${code}`)
      if (catalog.implied.includes(code)) problems.push(`${name}: ${code} is implied, not declared`)
    }
    const route = `${facts.method} ${facts.path}`
    if (seen.has(route)) problems.push(`${name}: same route as ${seen.get(route)}: ${route}`)
    seen.set(route, name)
  }
  const unused = catalog.codes.filter((code) => !declared.has(code))
  return [...problems, ...unused.map((code) => `errors.ts: no endpoint declares ${code}`)]
}

/** Endpoints that are not mounted exactly once. */
export function findMountProblems(table: EndpointTable, mounted: string[]): string[] {
  return listEndpoints(table).flatMap(({ name }) => {
    const times = mounted.filter((other) => other === name).length
    return times === 1 ? [] : [`${name}: mounted ${times} times; needs exactly one route(...)`]
  })
}

/** Declared events that nothing emits. */
export function findEventProblems(
  declared: readonly string[],
  sources: readonly string[],
): string[] {
  const emitted = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\bemit\(\s*'([\w.]+)'/g)].map(([, name = '']) => name),
    ),
  )
  return declared
    .filter((name) => !emitted.has(name))
    .map((name) => `apps/server/src/events.ts: nothing emits ${name}`)
}

/** Names (`feature.endpoint`) passed to `route(...)` in the given files. */
export function findMounted(sources: Record<string, string>): string[] {
  return Object.entries(sources).flatMap(([file, text]) => {
    const names = contractImports(text)
    const mounted: string[] = []
    walk(file, text, (node) => {
      const call = callOf(node, text)
      if (call?.callee !== 'route' || call.argument?.type !== 'Identifier') return
      const name = names.get(call.argument['name'] as string)
      if (name) mounted.push(name)
    })
    return mounted
  })
}

function contractImports(text: string): Map<string, string> {
  const names = new Map<string, string>()
  const pattern = /import\s*\{([^}]*)\}\s*from\s*'@stoa\/contract\/features\/([\w-]+)'/g
  for (const [, list = '', feature = ''] of text.matchAll(pattern)) {
    for (const item of list.split(',')) {
      const [original = '', local = original] = item.trim().split(/\s+as\s+/)
      if (original) names.set(local, `${feature}.${original}`)
    }
  }
  return names
}

function listEndpoints(table: EndpointTable): { name: string; facts: EndpointFacts }[] {
  return Object.entries(table).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, facts]) => ({ name: `${feature}.${name}`, facts })),
  )
}
