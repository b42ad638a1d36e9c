// Which modules may import which. Pure functions over the imports of all files.
import { posix } from 'node:path'
import type { Import, ImportsByFile } from './sources.ts'

export type BoundaryList = {
  features: Readonly<Record<string, readonly string[]>>
  sharedRoles: readonly string[]
}

type Location =
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

// Everything a package may import, except in tests.
const allowedImports: Record<string, readonly string[]> = {
  contract: ['zod'],
  'plugin-kit': ['contract', 'react', 'zod'],
}

const webLayers: Record<string, readonly string[]> = {
  ui: ['ui'],
  kernel: ['kernel', 'ui'],
  platform: ['platform', 'kernel', 'ui'],
  features: ['features', 'kernel', 'ui'],
  routes: ['routes', 'features', 'kernel', 'ui'],
}

/** Forbidden imports and mistakes in the list, as `location: problem`. */
export function findBoundaryProblems(list: BoundaryList, files: ImportsByFile): string[] {
  const problems = listProblems(list, files)
  for (const [file, imports] of Object.entries(files)) {
    const from = locate(file)
    for (const imported of imports) {
      const to = targetOf(file, imported.specifier)
      const problem = importProblem(list, { file, from, to, imported })
      if (problem) problems.push(`${file}:${imported.line}: ${problem} (${imported.specifier})`)
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
  const cycle = findCycle(list.features)
  if (cycle) problems.push(`boundaries.ts: cycle ${cycle.join(' -> ')}`)
  const existing = new Set(Object.keys(files).map((file) => featureOf(locate(file))))
  for (const feature of existing) {
    if (feature && !(feature in list.features))
      problems.push(`boundaries.ts: feature ${feature} is not listed`)
  }
  return problems
}

/** The first cycle in a graph, as a path that ends where it started. */
export function findCycle(graph: Readonly<Record<string, readonly string[]>>): string[] | null {
  const visited = new Set<string>()
  function visit(node: string, path: string[]): string[] | null {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (visited.has(node)) return null
    for (const next of graph[node] ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle) return cycle
    }
    visited.add(node)
    return null
  }
  for (const node of Object.keys(graph)) {
    const cycle = visit(node, [])
    if (cycle) return cycle
  }
  return null
}

type Step = { file: string; from: Location; to: Location; imported: Import }

function importProblem(list: BoundaryList, step: Step): string | null {
  const { file, from, to } = step
  switch (from.zone) {
    case 'package':
      return packageProblem(from.name, to, isTestFile(file))
    case 'plugin':
      return pluginProblem(from.name, to)
    case 'e2e':
      return isApp(to) ? 'e2e tests the product through the browser and may not import it' : null
    case 'server':
    case 'web':
      return appProblem(list, { ...step, from })
    default:
      return null
  }
}

function packageProblem(name: string, to: Location, isTest: boolean): string | null {
  if (isApp(to) || to.zone === 'plugin') return 'a package may not import an app or a plugin'
  const allowed = allowedImports[name]
  if (!allowed || isTest) return null
  if (to.zone === 'npm' || (to.zone === 'package' && to.name !== name)) {
    return allowed.includes(to.name) ? null : `${name} may import only ${allowed.join(', ')}`
  }
  return null
}

function pluginProblem(name: string, to: Location): string | null {
  if (isApp(to)) return 'a plugin may not import an app'
  if (to.zone === 'plugin' && to.name !== name) return 'a plugin may not import another plugin'
  if (to.zone === 'package' && !['plugin-kit', 'contract'].includes(to.name)) {
    return 'a plugin may import only plugin-kit and contract'
  }
  return null
}

type AppLocation = Extract<Location, { zone: 'server' | 'web' }>

function appProblem(list: BoundaryList, step: Step & { from: AppLocation }): string | null {
  const { file, from, to } = step
  if (to.zone === 'plugin') return 'plugins are loaded at run time, not imported'
  if (to.zone === 'scripts') return isTestFile(file) ? null : 'the product may not import scripts'
  if (to.zone !== 'server' && to.zone !== 'web') return null
  if (from.zone !== to.zone) return crossAppProblem(step)
  const layerProblem = from.zone === 'web' ? webProblem(from, to) : serverProblem(from, to)
  // A test may import anything of its own app.
  if (layerProblem) return isTestFile(file) && from.zone === 'server' ? null : layerProblem
  return isOtherFeature(from, to) ? featureProblem(list, file, from, to) : null
}

function isOtherFeature(from: AppLocation, to: AppLocation): boolean {
  return Boolean(from.feature && to.feature) && from.feature !== to.feature
}

function crossAppProblem({ from, imported }: Step & { from: AppLocation }): string | null {
  if (from.zone === 'web') return 'the web app uses the server through the contract only'
  const isAllowed = imported.isType && from.layer !== 'features'
  return isAllowed ? null : 'the server loads the web build at run time'
}

function serverProblem(from: AppLocation, to: AppLocation): string | null {
  if (from.layer === 'kernel' && to.layer === 'features')
    return 'the kernel may not import a feature'
  const isInner = from.layer === 'kernel' || from.layer === 'features'
  // events.ts lists all event names.
  if (isInner && to.layer === 'app' && to.role !== 'events')
    return `${from.layer} may not import the app`
  return null
}

function webProblem(from: AppLocation, to: AppLocation): string | null {
  const allowed = webLayers[from.layer]
  if (!allowed || allowed.includes(to.layer)) return null
  return `${from.layer} may import only ${allowed.join(', ')}`
}

function featureProblem(
  list: BoundaryList,
  file: string,
  from: AppLocation,
  to: AppLocation,
): string | null {
  const { feature = '' } = from
  const { feature: used = '', role } = to
  const isServerTest = isTestFile(file) && from.zone === 'server'
  if (isServerTest && role !== 'test') return null
  if (!list.features[feature]?.includes(used)) {
    return `${feature} may not use ${used}: not listed in boundaries.ts`
  }
  if (from.zone === 'web') return role === 'test' ? 'tests may not be imported' : null
  if (list.sharedRoles.includes(role)) return null
  return `only ${list.sharedRoles.join(', ')} of another feature may be imported, not ${role}`
}

function isTestFile(file: string): boolean {
  return /\.(test|factory)\.tsx?$/.test(file) || file.startsWith('apps/server/test/')
}

function isApp(location: Location): boolean {
  return location.zone === 'server' || location.zone === 'web'
}

function featureOf(location: Location): string | undefined {
  return location.zone === 'server' || location.zone === 'web' ? location.feature : undefined
}

function targetOf(file: string, specifier: string): Location {
  if (specifier.startsWith('.')) return locate(posix.join(posix.dirname(file), specifier))
  const workspace = Object.keys(workspaceFolders).find(
    (name) => specifier === name || specifier.startsWith(`${name}/`),
  )
  if (workspace) return locate(specifier.replace(workspace, workspaceFolders[workspace] ?? ''))
  const parts = specifier.split('/')
  return {
    zone: 'npm',
    name: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? ''),
  }
}

function locate(path: string): Location {
  const [top = '', name = '', , ...rest] = path.split('/')
  if (top === 'packages') return { zone: 'package', name }
  if (top === 'plugins') return { zone: 'plugin', name }
  if (top === 'e2e' || top === 'scripts') return { zone: top }
  if (path.startsWith('apps/server/src/')) return locateInApp('server', rest)
  if (path.startsWith('apps/web/app/')) return locateInApp('web', rest)
  return { zone: 'elsewhere' }
}

function locateInApp(zone: 'server' | 'web', rest: string[]): AppLocation {
  const layers = ['kernel', 'features', ...(zone === 'web' ? ['platform', 'ui', 'routes'] : [])]
  const [first = ''] = rest
  const layer = rest.length > 1 && layers.includes(first) ? first : 'app'
  const names = (rest.at(-1) ?? '').replace(/\.tsx?$/, '').split('.')
  const role = names.at(-1) ?? ''
  return { zone, layer, role, ...(layer === 'features' ? { feature: rest[1] } : {}) }
}
