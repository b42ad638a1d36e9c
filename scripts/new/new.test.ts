// The output of `pnpm new` passes `pnpm check`, in a copy of this repository.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runStep } from '../check/steps.ts'
import { resultsDir } from '../ci/results.ts'
import { rootDir } from '../services/ports.ts'
import { newDecision } from './decision.ts'
import { fill, namesOf } from './names.ts'

const copiedFolders = new Set(['apps', 'bench', 'packages', 'e2e', 'scripts'])
const skippedFolders = new Set(['node_modules', 'dist', '.react-router'])
const webBuild = join(rootDir, 'apps/web/build')

/** Copies the sources and links the dependencies; @stoa/* link to the packages of the copy. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'stoa-tree-'))
  for (const name of readdirSync(rootDir)) {
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
  ]
  for (const name of packages) linkDependencies(name, copy)
  symlinkSync(join(rootDir, '.services'), join(copy, '.services'))
  // Reuses the incremental type check of this repository, so that only the new files are checked.
  const typeCache = join(resultsDir, 'types')
  if (existsSync(typeCache))
    cpSync(typeCache, join(copy, '.test-results/types'), { recursive: true })
  return copy
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

describe('pnpm new feature', () => {
  let copy = ''
  const runInCopy = (...command: string[]) =>
    runStep({ name: 'copy', commands: [command], cwd: copy, timeoutMs: 170_000 })

  beforeAll(async () => {
    copy = copyTree()
    const result = await runInCopy(
      process.execPath,
      'scripts/new/main.ts',
      'feature',
      'community/close-votes',
    )
    if (!result.ok) throw new Error(result.output)
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  it('adds the feature to the lists', () => {
    const read = (file: string) => readFileSync(join(copy, file), 'utf8')
    expect(read('packages/contract/src/endpoints.ts')).toContain(
      `'close-votes': endpointsOf(closeVotes)`,
    )
    expect(read('apps/server/src/features.ts')).toContain('  closeVotesFeature,\n]')
    expect(read('boundaries.ts')).toContain(`'close-votes': ['users']`)
  })

  it('writes files that pass every check', async () => {
    const checks =
      'format,lint,unused,types:contract,types:server,types:web,boundaries,locales,contract,migrations'
    const result = await runInCopy(process.execPath, 'scripts/check.ts', '--only', checks)
    expect(result.ok, result.output).toBe(true)
  })

  it('writes tests that pass', async () => {
    const result = await runInCopy('vitest', 'run', 'features/community/close-votes')
    expect(result.ok, result.output).toBe(true)
  })

  it('rejects a name that is taken or not a plural noun', async () => {
    const again = await runInCopy(
      process.execPath,
      'scripts/new/main.ts',
      'feature',
      'community/close-votes',
    )
    expect(again.output).toContain('already exists')
    const nowhere = await runInCopy(process.execPath, 'scripts/new/main.ts', 'feature', 'polls')
    expect(nowhere.output).toContain('name an area: site, people')
    expect(() => namesOf('closeVote')).toThrow('plural noun')
  })
})

describe('pnpm new decision', () => {
  it('uses the next number', () => {
    const dir = mkdtempSync(join(tmpdir(), 'stoa-decisions-'))
    expect(newDecision('One language only', dir)).toBe('0001-one-language-only.md')
    expect(newDecision('Why not two?', dir)).toBe('0002-why-not-two.md')
    expect(readFileSync(join(dir, '0002-why-not-two.md'), 'utf8')).toContain('# 0002. Why not two?')
    rmSync(dir, { recursive: true })
  })
})

describe('namesOf', () => {
  it('returns the forms of a feature name', () => {
    expect(namesOf('close-votes')).toMatchObject({
      One: 'CloseVote',
      many: 'closeVotes',
      many_snake: 'close_votes',
    })
    expect(namesOf('replies')).toMatchObject({ one: 'reply' })
    expect(namesOf('badges')).toMatchObject({ one: 'badge' })
  })
})

describe('fill', () => {
  it('replaces placeholders next to other braces', () => {
    expect(fill('{{{many}}.map(x)}', { many: 'votes' })).toBe('{votes.map(x)}')
  })
})
