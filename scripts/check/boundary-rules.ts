// Who may import whom, as a pure function over the import lists of all files.
import { posix } from 'node:path'
import type { Import, ImportsByFile } from './sources.ts'

export type BoundaryList = {
  features: Readonly<Record<string, readonly string[]>>
  sharedRoles: readonly string[]
}

type Place =
  | { zone: 'package'; name: string }
  | { zone: 'plugin'; name: string }
  | { zone: 'server' | 'web'; layer: string; feature?: string; role: string }
  | { zone: 'e2e' | 'scripts' | 'elsewhere' }
  | { zone: 'npm'; name: string }

const workspaceFolders: Record<string, string> = {
  '@stoa/contract': 'packages/contract/src',
  '@stoa/markdown': 'packages/markdown/src',
  '@stoa/locales': 'packages/locales/src',
  '@stoa/plugin-kit': 'packages/plugin-kit/src',
  '@stoa/server': 'apps/server/src',
  '@stoa/web': 'apps/web/app',
}

// Each package lists all it may import; tests may add test tools.
const packageNeeds: Record<string, readonly string[]> = {
  contract: ['zod'],
  'plugin-kit': ['contract', 'react', 'zod'],
}

const webLayers: Record<string, readonly string[]> = {
  ui: ['ui'],
  kernel: ['kernel', 'ui'],
  features: ['features', 'kernel', 'ui'],
  routes: ['routes', 'features', 'kernel', 'ui'],
}

/** Every import that breaks a rule, and every fault of the list itself, as `where: what`. */
export function findBoundaryProblems(list: BoundaryList, files: ImportsByFile): string[] {
  const problems = listProblems(list, files)
  for (const [file, imports] of Object.entries(files)) {
    const from = placeOf(file)
    for (const found of imports) {
      const to = targetOf(file, found.specifier)
      const problem = importProblem(list, { file, from, to, found })
      if (problem) problems.push(`${file}:${found.line}: ${problem} (${found.specifier})`)
    }
  }
  return problems
}

function listProblems(list: BoundaryList, files: ImportsByFile): string[] {
  const problems: string[] = []
  for (const [feature, uses] of Object.entries(list.features)) {
    for (const used of uses) {
      if (!(used in list.features))
        problems.push(`boundaries.ts: ${feature} uses ${used}, which is not listed`)
    }
  }
  const loop = findLoop(list.features)
  if (loop) problems.push(`boundaries.ts: loop ${loop.join(' -> ')}`)
  const found = new Set(Object.keys(files).map((file) => featureOf(placeOf(file))))
  for (const feature of found) {
    if (feature && !(feature in list.features))
      problems.push(`boundaries.ts: feature ${feature} is not listed`)
  }
  return problems
}

/** The first loop in a graph as a path that ends where it began. */
export function findLoop(graph: Readonly<Record<string, readonly string[]>>): string[] | null {
  const done = new Set<string>()
  function visit(node: string, path: string[]): string[] | null {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return null
    for (const next of graph[node] ?? []) {
      const loop = visit(next, [...path, node])
      if (loop) return loop
    }
    done.add(node)
    return null
  }
  for (const node of Object.keys(graph)) {
    const loop = visit(node, [])
    if (loop) return loop
  }
  return null
}

type Step = { file: string; from: Place; to: Place; found: Import }

function importProblem(list: BoundaryList, step: Step): string | null {
  const { file, from, to } = step
  switch (from.zone) {
    case 'package':
      return packageProblem(from.name, to, isTestFile(file))
    case 'plugin':
      return pluginProblem(from.name, to)
    case 'e2e':
      return isApp(to) ? 'e2e reaches the product through the browser, not by import' : null
    case 'server':
    case 'web':
      return appProblem(list, { ...step, from })
    default:
      return null
  }
}

function packageProblem(name: string, to: Place, isTest: boolean): string | null {
  if (isApp(to) || to.zone === 'plugin') return 'a package never imports an app or a plugin'
  const allowed = packageNeeds[name]
  if (!allowed || isTest) return null
  if (to.zone === 'npm' || (to.zone === 'package' && to.name !== name)) {
    return allowed.includes(to.name) ? null : `${name} may import only ${allowed.join(', ')}`
  }
  return null
}

function pluginProblem(name: string, to: Place): string | null {
  if (isApp(to)) return 'a plugin never imports an app'
  if (to.zone === 'plugin' && to.name !== name) return 'a plugin never imports another plugin'
  if (to.zone === 'package' && !['plugin-kit', 'contract'].includes(to.name)) {
    return 'a plugin sees only plugin-kit and contract'
  }
  return null
}

type AppPlace = Extract<Place, { zone: 'server' | 'web' }>

function appProblem(list: BoundaryList, step: Step & { from: AppPlace }): string | null {
  const { file, from, to } = step
  if (to.zone === 'plugin') return 'plugins are loaded at run time, never imported'
  if (to.zone === 'scripts') return isTestFile(file) ? null : 'the product does not import scripts'
  if (to.zone !== 'server' && to.zone !== 'web') return null
  if (from.zone !== to.zone) return crossAppProblem(step)
  const layerProblem = from.zone === 'web' ? webProblem(from, to) : serverProblem(from, to)
  // A test may build its world from anywhere in its own app.
  if (layerProblem) return isTestFile(file) && from.zone === 'server' ? null : layerProblem
  return isOtherFeature(from, to) ? featureProblem(list, file, from, to) : null
}

function isOtherFeature(from: AppPlace, to: AppPlace): boolean {
  return Boolean(from.feature && to.feature) && from.feature !== to.feature
}

function crossAppProblem({ from, found }: Step & { from: AppPlace }): string | null {
  if (from.zone === 'web') return 'the web reaches the server through the contract only'
  const isAllowed = found.isType && from.layer !== 'features'
  return isAllowed ? null : 'the server loads the web build at run time'
}

function serverProblem(from: AppPlace, to: AppPlace): string | null {
  if (from.layer === 'kernel' && to.layer === 'features') return 'the kernel knows no feature'
  const isInner = from.layer === 'kernel' || from.layer === 'features'
  // events.ts is the one page of event names, read by all.
  if (isInner && to.layer === 'app' && to.role !== 'events')
    return `${from.layer} never imports the app`
  return null
}

function webProblem(from: AppPlace, to: AppPlace): string | null {
  const allowed = webLayers[from.layer]
  if (!allowed || allowed.includes(to.layer)) return null
  return `${from.layer} may import only ${allowed.join(', ')}`
}

function featureProblem(
  list: BoundaryList,
  file: string,
  from: AppPlace,
  to: AppPlace,
): string | null {
  const { feature = '' } = from
  const { feature: used = '', role } = to
  const isServerTest = isTestFile(file) && from.zone === 'server'
  if (isServerTest && role !== 'test') return null
  if (!list.features[feature]?.includes(used)) {
    return `${feature} may not use ${used}: not listed in boundaries.ts`
  }
  if (from.zone === 'web') return role === 'test' ? 'nothing imports a test' : null
  if (list.sharedRoles.includes(role)) return null
  return `of another feature only ${list.sharedRoles.join(', ')} may be imported, not ${role}`
}

function isTestFile(file: string): boolean {
  return /\.(test|factory)\.tsx?$/.test(file) || file.startsWith('apps/server/test/')
}

function isApp(place: Place): boolean {
  return place.zone === 'server' || place.zone === 'web'
}

function featureOf(place: Place): string | undefined {
  return place.zone === 'server' || place.zone === 'web' ? place.feature : undefined
}

function targetOf(file: string, specifier: string): Place {
  if (specifier.startsWith('.')) return placeOf(posix.join(posix.dirname(file), specifier))
  const workspace = Object.keys(workspaceFolders).find(
    (name) => specifier === name || specifier.startsWith(`${name}/`),
  )
  if (workspace) return placeOf(specifier.replace(workspace, workspaceFolders[workspace] ?? ''))
  const parts = specifier.split('/')
  return {
    zone: 'npm',
    name: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? ''),
  }
}

function placeOf(path: string): Place {
  const [top = '', name = '', , ...rest] = path.split('/')
  if (top === 'packages') return { zone: 'package', name }
  if (top === 'plugins') return { zone: 'plugin', name }
  if (top === 'e2e' || top === 'scripts') return { zone: top }
  if (path.startsWith('apps/server/src/')) return appPlace('server', rest)
  if (path.startsWith('apps/web/app/')) return appPlace('web', rest)
  return { zone: 'elsewhere' }
}

function appPlace(zone: 'server' | 'web', rest: string[]): AppPlace {
  const layers = ['kernel', 'features', ...(zone === 'web' ? ['ui', 'routes'] : [])]
  const [first = ''] = rest
  const layer = rest.length > 1 && layers.includes(first) ? first : 'app'
  const names = (rest.at(-1) ?? '').replace(/\.tsx?$/, '').split('.')
  const role = names.at(-1) ?? ''
  return { zone, layer, role, ...(layer === 'features' ? { feature: rest[1] } : {}) }
}
