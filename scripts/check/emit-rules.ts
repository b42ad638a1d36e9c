// Finds endpoints that change something and emit no event, so that cached pages keep showing what was before.
import { posix } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { callOf, walk } from './strings.ts'

type Sources = Readonly<Record<string, string>>
type Declaration = { file: string; text: string }
/** Where each name of a file comes from. */
type Names = Map<string, { file: string; name: string }>
type Modules = Record<string, { declarations: Map<string, Declaration>; imported: Names }>

/** Names (`feature.endpoint`) of routes from which no call of `emit` can be reached. */
export function findSilentRoutes(sources: Sources, isRouteFile: (file: string) => boolean) {
  const modules = Object.fromEntries(
    Object.entries(sources).map(([file, text]) => [file, readModule(file, text)]),
  )
  return Object.keys(sources)
    .filter(isRouteFile)
    .flatMap((file) =>
      listRoutes(file, sources[file] ?? '', modules)
        .filter((route) => !canEmit(modules, route.handler))
        .map(({ name }) => name),
    )
}

/** Endpoints that write without an event and have no reason, and reasons that are out of date. */
export function findEmitProblems(
  writing: readonly string[],
  silent: readonly string[],
  reasons: Readonly<Record<string, string>>,
): string[] {
  const quiet = writing.filter((name) => silent.includes(name))
  return [
    ...quiet
      .filter((name) => !(name in reasons))
      .map((name) => `${name}: changes something and emits no event that invalidates pages`),
    ...Object.keys(reasons)
      .filter((name) => !quiet.includes(name))
      .map((name) => `owed.ts: ${name} emits an event or is gone; remove its reason`),
  ]
}

function readModule(file: string, text: string): Modules[string] {
  const { program, module } = parseSync(file, text)
  const declarations = new Map<string, Declaration>()
  for (const node of program.body) {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    for (const { name, start, end } of listDeclared(declared))
      declarations.set(name, { file, text: text.slice(start, end) })
  }
  const imported: Names = new Map()
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName } of entries)
      imported.set(localName.value, {
        file: resolve(file, moduleRequest.value),
        name: importName.name ?? localName.value,
      })
  return { declarations, imported }
}

type Node = ReturnType<typeof parseSync>['program']['body'][number]

function listDeclared(node: Node | null) {
  if (node?.type === 'FunctionDeclaration' && node.id)
    return [{ name: node.id.name, start: node.start, end: node.end }]
  if (node?.type !== 'VariableDeclaration') return []
  return node.declarations.flatMap(({ id, start, end }) =>
    id.type === 'Identifier' ? [{ name: id.name, start, end }] : [],
  )
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier
}

type RouteCall = { name: string; handler: Declaration }

function listRoutes(file: string, text: string, modules: Modules): RouteCall[] {
  const routes: RouteCall[] = []
  walk(file, text, (node) => {
    const call = callOf(node, text)
    if (call?.callee !== 'route' || call.argument?.type !== 'Identifier') return
    const endpoint = modules[file]?.imported.get(call.argument['name'] as string)
    const feature = endpoint?.file.replace('@stoa/contract/features/', '')
    const handler = text.slice(node.start, node['end'] as number)
    if (endpoint)
      routes.push({ name: `${feature}.${endpoint.name}`, handler: { file, text: handler } })
  })
  return routes
}

function canEmit(modules: Modules, handler: Declaration): boolean {
  const seen = new Set<string>()
  const queue = [handler]
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (/\.emit\(/.test(next.text)) return true
    for (const [name] of next.text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const found = findDeclaration(modules, next.file, name)
      if (!found || seen.has(`${found.file} ${name}`)) continue
      seen.add(`${found.file} ${name}`)
      queue.push(found)
    }
  }
  return false
}

function findDeclaration(modules: Modules, file: string, name: string): Declaration | undefined {
  const own = modules[file]?.declarations.get(name)
  if (own) return own
  const target = modules[file]?.imported.get(name)
  return target && modules[target.file]?.declarations.get(target.name)
}
