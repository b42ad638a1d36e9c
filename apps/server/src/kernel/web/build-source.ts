import type { WebBuild } from '@stoa/web/kernel/host.ts'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where the pages come from: a finished build, or a development server that builds as files change. */
export type WebBuildSource = {
  readonly mode: 'production' | 'development'
  /** The current build; a new object after a change. */
  load(): Promise<WebBuild>
  /** The folder with what browsers load; null when someone else serves it. */
  readonly clientDir: string | null
}

/** The build that `pnpm build` made. It stands in the same place relative to the bundle and to the sources. */
export function productionBuild(dir = buildDir()): WebBuildSource {
  const entry = join(dir, 'server', 'index.js')
  let build: Promise<WebBuild> | undefined
  return {
    mode: 'production',
    load: () =>
      (build ??= import(/* @vite-ignore */ pathToFileURL(entry).href) as Promise<WebBuild>),
    clientDir: join(dir, 'client'),
  }
}

function buildDir(): string {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (dir !== dirname(dir)) {
    const build = join(dir, 'web', 'build')
    if (existsSync(join(build, 'server', 'index.js'))) return build
    dir = dirname(dir)
  }
  throw new Error('There is no build of the pages. Make one with "pnpm build".')
}
