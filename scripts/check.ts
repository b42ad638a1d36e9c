// `pnpm check [--only lint,types]`: everything that must hold before a commit. `pnpm check --release` also requires
// every translation.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { runSteps } from './check/steps.ts'
import type { Step } from './check/steps.ts'
import {
  appendResult,
  clearResults,
  readResults,
  resultsDir,
  type Result,
  type Stage,
} from './ci/results.ts'
import { summarize } from './ci/summary.ts'
import { rootDir } from './services/ports.ts'

const node = process.execPath
const script = (name: string, ...args: string[]): Step => ({
  name,
  commands: [[node, `scripts/check/${name}.ts`, ...args]],
})
const isRelease = process.argv[2] === '--release'

const checks: Step[] = [
  { name: 'format', commands: [['oxfmt', '--check']] },
  ...typeSteps(),
  { name: 'lint', commands: [['oxlint']] },
  { name: 'unused', commands: [['knip', '--no-progress']] },
  script('boundaries'),
  script('locales', ...(isRelease ? ['--release'] : [])),
  script('contract'),
  script('migrations'),
  script('words'),
]

const tests: Step = {
  name: 'tests',
  commands: [
    [
      'vitest',
      'run',
      '--silent=passed-only',
      '--reporter=dot',
      '--reporter=./scripts/ci/vitest-reporter.ts',
    ],
  ],
  // Twelve minutes on a quiet machine.
  timeoutMs: 36 * 60_000,
  failures: () => summarize([], resultsOf('tests')).failures,
}

clearResults('check', 'tests')
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

for (const { name, ok, isOutOfTime, ms, output } of results) {
  // Tests name themselves; a run that died before it named one is a failure of its own.
  if (name === 'tests' && (ok || (hasFailedTest() && !isOutOfTime))) continue
  const message = output.trimEnd().split('\n').slice(-12).join('\n')
  if (ok) appendResult({ stage: 'check', name, status: 'passed', ms })
  else appendResult({ stage: 'check', name, status: 'failed', ms, message })
}
const { passed, failed, failures } = summarize([], resultsOf('check', 'tests'))
if (failures !== '') console.log(failures)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`check: ${passed} passed, ${failed} failed in ${seconds} s`)
if (failed > 0) process.exitCode = 1

/** What the compiler found out last time: a second run takes a seventh of the time. */
function typeCache(project: string): string {
  return join(resultsDir, 'types', `${project.replace('/', '-')}.tsbuildinfo`)
}

function hasFailedTest(): boolean {
  return resultsOf('tests').some(({ status }) => status === 'failed')
}

function resultsOf(...stages: Stage[]): Result[] {
  return readResults().filter(({ stage }) => stages.includes(stage))
}

function typeSteps(): Step[] {
  const packages = globSync('{packages,plugins}/*', { cwd: rootDir })
  const projects = [...packages, 'apps/server', 'apps/web', 'bench', 'e2e', 'scripts']
  return projects
    .filter((project) => existsSync(join(rootDir, project, 'tsconfig.json')))
    .map((project) => ({
      name: `types:${project.split('/').at(-1)}`,
      commands: [
        ...(project === 'apps/web'
          ? [[`${project}/node_modules/.bin/react-router`, 'typegen', project]]
          : []),
        ['tsc', '--project', project, '--incremental', '--tsBuildInfoFile', typeCache(project)],
      ],
    }))
}

function wantedSteps(args: string[]): string[] | null {
  const [flag, names] = args
  if (flag === undefined || isRelease) return null
  if (flag !== '--only' || !names)
    throw new Error('usage: pnpm check [--release | --only lint,types,...]')
  return names.split(',')
}
