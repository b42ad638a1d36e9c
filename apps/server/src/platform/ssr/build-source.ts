import type { WebBuild } from '@stoa/web/platform/host.ts'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { revision, version } from '../../kernel/release.ts'

/** A production build, or a development server that rebuilds when files change. */
export type WebBuildSource = {
  readonly mode: 'production' | 'development'
  /** Changes with the code that renders pages. */
  readonly id: string
  /** Returns a new object after a rebuild. */
  load(): Promise<WebBuild>
  /** Static files for browsers; null when the development server serves them. */
  readonly clientDir: string | null
}

export function loadProductionBuild(): WebBuildSource {
  const dir = findBuildDir()
  const entry = findEntry(dir)
  let build: Promise<WebBuild> | undefined
  return {
    mode: 'production',
    id: hashCode(entry),
    load: () =>
      (build ??= import(/* @vite-ignore */ pathToFileURL(entry).href) as Promise<WebBuild>),
    clientDir: join(dir, 'client'),
  }
}

/** Entry files name their chunks by content hash, so they change with any part of the code. */
function hashCode(entry: string) {
  const hash = createHash('sha256').update(`${version} ${revision} `)
  for (const file of [entry, process.argv[1] ?? ''])
    if (existsSync(file)) hash.update(readFileSync(file))
  return hash.digest('base64url')
}

/** The bundle of the server contains the pages. Tests that run the sources load the output of Vite. */
function findEntry(buildDir: string) {
  const bundled = join(dirname(fileURLToPath(import.meta.url)), 'pages.js')
  return existsSync(bundled) ? bundled : join(buildDir, 'server', 'index.js')
}

/** At the same path relative to the bundle and to the sources. */
function findBuildDir(): string {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (dir !== dirname(dir)) {
    const build = join(dir, 'web', 'build')
    if (existsSync(join(build, 'client'))) return build
    dir = dirname(dir)
  }
  throw new Error('The web build is missing. Run "pnpm build".')
}
