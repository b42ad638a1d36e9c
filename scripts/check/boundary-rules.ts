// Which modules may import which. Pure functions over the imports of all files.
import { posix } from 'node:path'
import type { Import, ImportsByFile } from './sources.ts'

type Features = Readonly<Record<string, readonly string[]>>

export type BoundaryList = {
  /** From the bottom up. */
  areas: Readonly<Record<string, Features>>
  sharedRoles: readonly string[]
  maxKernelFiles: Readonly<Record<'server' | 'web', number>>
}

type Location =
  | { zone: 'package'; name: string }
  | { zone: 'plugin'; name: string }
  | { zone: 'server' | 'web'; layer: string; area?: string; feature?: string; role: string }
  | { zone: 'e2e' | 'scripts' | 'elsewhere' }
  | { zone: 'npm'; name: string }

const workspaceFolders: Record<string, string> = {
  '@stoa/contract': 'packages/contract/src',
  '@stoa/markdown': 'packages/markdown/src',
  '@stoa/locales': 'packages/locales/src',
  '@stoa/plugin-kit': 'packages/plugin-kit/src',
  '@stoa/sign-in': 'packages/sign-in/src',
  '@stoa/server': 'apps/server/src',
  '@stoa/web': 'apps/web/app',
}

// Everything a package may import, except in tests.
const allowedImports: Record<string, readonly string[]> = {
  contract: ['zod'],
  'plugin-kit': ['contract', 'react', 'zod'],
  'sign-in': ['contract', 'plugin-kit', 'openid-client', 'node:crypto'],
}
/** Of the kit, for the server only. */
const packageFormat = /^packages\/plugin-kit\/src\/(package|tar)\.ts$/

/** What each layer may import of its own app. Files outside the layers put them together and may import all. */
const layersOf: Record<'server' | 'web', Record<string, readonly string[]>> = {
  server: {
    schema: ['schema'],
    kernel: ['kernel', 'schema'],
    platform: ['platform', 'kernel', 'schema'],
    features: ['features', 'kernel', 'schema'],
  },
  web: {
    'framework-internals': ['framework-internals'],
    ui: ['ui', 'framework-internals'],
    kernel: ['kernel', 'ui', 'framework-internals'],
    platform: ['platform', 'kernel', 'ui', 'framework-internals'],
    features: ['features', 'kernel', 'ui', 'framework-internals'],
    routes: ['routes', 'features', 'kernel', 'ui'],
  },
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
  const { areas } = list
  const cycle = findCycle(listFeatures(areas))
  return [
    ...Object.keys(areas).flatMap((area) => areaProblems(areas, area)),
    ...(cycle ? [`boundaries.ts: cycle ${cycle.join(' -> ')}`] : []),
    ...folderProblems(areas, files),
    ...kernelProblems(list, Object.keys(files)),
  ]
}

/** Features that use an unknown feature, or one of an area above. */
function areaProblems(areas: BoundaryList['areas'], area: string): string[] {
  const names = Object.keys(areas)
  const reachable = names
    .slice(0, names.indexOf(area) + 1)
    .flatMap((name) => Object.keys(areas[name] ?? {}))
  const uses = Object.entries(areas[area] ?? {}).flatMap(([feature, used]) =>
    used.map((name) => ({ feature, used: name })),
  )
  return uses
    .filter(({ used }) => !reachable.includes(used))
    .map(({ feature, used }) =>
      used in listFeatures(areas)
        ? `boundaries.ts: ${area}/${feature} uses ${used} of an area above`
        : `boundaries.ts: ${feature} uses ${used}, which is not listed`,
    )
}

function kernelProblems({ maxKernelFiles }: BoundaryList, files: readonly string[]): string[] {
  return (['server', 'web'] as const).flatMap((zone) => {
    const count = files.filter((file) => {
      const location = locate(file)
      return location.zone === zone && location.layer === 'kernel' && !isTestFile(file)
    }).length
    return count > maxKernelFiles[zone]
      ? [
          `boundaries.ts: the kernel of ${zone} has ${count} files, more than ${maxKernelFiles[zone]}`,
        ]
      : []
  })
}

/** Differences between the list and the folders. */
function folderProblems(areas: BoundaryList['areas'], files: ImportsByFile): string[] {
  const folders = new Set(Object.keys(files).flatMap((file) => folderOf(locate(file)) ?? []))
  if (folders.size === 0) return []
  const listed = Object.entries(areas).flatMap(([area, features]) =>
    Object.keys(features).map((feature) => `${area}/${feature}`),
  )
  return [
    ...[...folders]
      .filter((folder) => !listed.includes(folder))
      .map((folder) => `boundaries.ts: feature ${folder} is not listed`),
    ...listed
      .filter((folder) => !folders.has(folder))
      .map((folder) => `boundaries.ts: feature ${folder} has no folder`),
  ]
}

function listFeatures(areas: BoundaryList['areas']): Features {
  return Object.assign({}, ...Object.values(areas)) as Features
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
      if (packageFormat.test(file) && to.zone === 'npm' && to.name.startsWith('node:')) return null
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
  if (to.zone === 'package' && !['plugin-kit', 'sign-in', 'contract'].includes(to.name)) {
    return 'a plugin may import only plugin-kit, sign-in and contract'
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
  const problem = layerProblem(from, to)
  // A test may import anything of its own app.
  if (problem) return isTestFile(file) && from.zone === 'server' ? null : problem
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

function layerProblem(from: AppLocation, to: AppLocation): string | null {
  const allowed = layersOf[from.zone][from.layer]
  if (!allowed || allowed.includes(to.layer)) return null
  // events.ts lists all event names.
  if (
    from.zone === 'server' &&
    from.layer !== 'schema' &&
    to.layer === 'app' &&
    to.role === 'events'
  )
    return null
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
  if (!listFeatures(list.areas)[feature]?.includes(used)) {
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

function folderOf(location: Location): string | undefined {
  if ((location.zone !== 'server' && location.zone !== 'web') || !location.feature) return undefined
  return `${location.area}/${location.feature}`
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
  const [first = '', area, feature] = rest
  const layer = rest.length > 1 && first in layersOf[zone] ? first : 'app'
  const names = (rest.at(-1) ?? '').replace(/\.tsx?$/, '').split('.')
  const role = names.at(-1) ?? ''
  return { zone, layer, role, ...(layer === 'features' ? { area, feature } : {}) }
}
