// `pnpm check [--only lint,types]`: everything that must hold before a commit.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkReport, readVitestCounts, resultsDir, vitestReport } from './check/results.ts'
import { runSteps } from './check/steps.ts'
import type { Step } from './check/steps.ts'
import { rootDir } from './services/ports.ts'

const node = process.execPath
const script = (name: string): Step => ({
  name,
  commands: [[node, `scripts/check/${name}.ts`]],
})

const checks: Step[] = [
  { name: 'format', commands: [['oxfmt', '--check']] },
  ...typeSteps(),
  { name: 'lint', commands: [['oxlint']] },
  { name: 'unused', commands: [['knip', '--no-progress']] },
  script('boundaries'),
  script('locales'),
  script('contract'),
  script('migrations'),
]

const tests: Step = {
  name: 'tests',
  commands: [
    ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`],
  ],
  timeoutMs: 14 * 60_000,
}

mkdirSync(resultsDir, { recursive: true })
rmSync(vitestReport, { force: true })
const started = performance.now()
const wanted = wantedSteps(process.argv.slice(2))
const isWanted = (step: Step) =>
  wanted === null || wanted.some((name) => step.name === name || step.name.startsWith(`${name}:`))

const results = [
  ...(await runSteps(checks.filter(isWanted), 2)),
  // Alone and last: the tests use both cores themselves.
  ...(await runSteps([tests].filter(isWanted), 1)),
]
if (results.length === 0) throw new Error(`no such check: ${wanted?.join(', ')}`)

const failed = results.filter((result) => !result.ok)
const testCounts = readVitestCounts()
const counts = {
  passed: results.filter((r) => r.ok && r.name !== 'tests').length + testCounts.passed,
  failed: failed.filter((r) => r.name !== 'tests').length + testCounts.failed,
}
// A test run that dies before its report is a failure too.
if (counts.failed === 0 && failed.length > 0) counts.failed = failed.length
writeFileSync(checkReport, JSON.stringify(counts))

const seconds = ((performance.now() - started) / 1000).toFixed(1)
const verdict = failed.length === 0 ? 'all fine' : `failed: ${failed.map((r) => r.name).join(', ')}`
console.log(`check: ${verdict}; ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`)
if (failed.length > 0) process.exitCode = 1

function typeSteps(): Step[] {
  const packages = readdirSync(join(rootDir, 'packages')).map((name) => `packages/${name}`)
  const projects = [...packages, 'apps/server', 'apps/web', 'bench', 'e2e', 'scripts']
  return projects
    .filter((project) => existsSync(join(rootDir, project, 'tsconfig.json')))
    .map((project) => ({
      name: `types:${project.split('/').at(-1)}`,
      commands: [
        ...(project === 'apps/web'
          ? [[`${project}/node_modules/.bin/react-router`, 'typegen', project]]
          : []),
        ['tsc', '--project', project],
      ],
    }))
}

function wantedSteps(args: string[]): string[] | null {
  const [flag, names] = args
  if (flag === undefined) return null
  if (flag !== '--only' || !names) throw new Error('usage: pnpm check [--only lint,types,...]')
  return names.split(',')
}
