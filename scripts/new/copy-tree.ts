// A copy of this repository, for tests that change its files.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { runStep, type StepResult } from '../check/steps.ts'
import { resultsDir } from '../ci/results.ts'
import { rootDir } from '../services/ports.ts'

const copiedFolders = new Set(['apps', 'bench', 'docs', 'e2e', 'packages', 'plugins', 'scripts'])
const skippedFolders = new Set(['node_modules', 'dist', '.react-router'])
const webBuild = join(rootDir, 'apps/web/build')

/** Copies the sources and links the dependencies; @stoa/* link to the packages of the copy. */
export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'stoa-tree-'))
  for (const name of readdirSync(rootDir)) {
    // The file of a git worktree would make git in the copy change this repository.
    if (name === '.git') continue
    const isFile = lstatSync(join(rootDir, name)).isFile()
    if (!isFile && !copiedFolders.has(name)) continue
    const filter = (path: string) => !skippedFolders.has(basename(path)) && path !== webBuild
    cpSync(join(rootDir, name), join(copy, name), { recursive: true, filter })
  }
  const packages = [
    '.',
    'bench',
    'e2e',
    ...listDirs('apps').map((name) => `apps/${name}`),
    ...listDirs('packages').map((name) => `packages/${name}`),
    ...listDirs('plugins').map((name) => `plugins/${name}`),
  ]
  for (const name of packages) linkDependencies(name, copy)
  symlinkSync(join(rootDir, '.services'), join(copy, '.services'))
  copyTypeCache(copy)
  return copy
}

/** Reuses the incremental type check of this repository, so that only changed files are checked. */
function copyTypeCache(copy: string) {
  const from = join(resultsDir, 'types')
  const to = join(copy, '.test-results/types')
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  const own = relative(from, join(rootDir, 'node_modules'))
  const linked = relative(to, join(rootDir, 'node_modules'))
  for (const file of readdirSync(from)) {
    const text = readFileSync(join(from, file), 'utf8')
    writeFileSync(join(to, file), text.replaceAll(`"${own}/`, `"${linked}/`))
  }
}

function linkDependencies(name: string, copy: string) {
  const from = join(rootDir, name, 'node_modules')
  const to = join(copy, name, 'node_modules')
  mkdirSync(to)
  for (const entry of existsSync(from) ? readdirSync(from) : []) {
    if (entry === '@stoa' || entry.startsWith('.vite')) continue
    symlinkSync(join(from, entry), join(to, entry))
  }
  if (!existsSync(join(from, '@stoa'))) return
  mkdirSync(join(to, '@stoa'))
  for (const entry of readdirSync(join(from, '@stoa'))) {
    const folder = entry === 'server' || entry === 'web' ? 'apps' : 'packages'
    symlinkSync(join(copy, folder, entry), join(to, '@stoa', entry))
  }
}

function listDirs(folder: string): string[] {
  return readdirSync(join(rootDir, folder)).filter((name) =>
    existsSync(join(rootDir, folder, name, 'package.json')),
  )
}

/** For tests that use it: longer than the limit of a command. */
export const copyTimeout = 360_000

export function runIn(copy: string, command: string[]): Promise<StepResult> {
  return runStep({ name: 'copy', commands: [command], cwd: copy, timeoutMs: copyTimeout - 10_000 })
}
