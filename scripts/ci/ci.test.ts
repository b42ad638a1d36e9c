import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { rootDir } from '../services/ports.ts'
import type { Result } from './results.ts'
import { runLimited } from './run-limited.ts'
import { summarize, type StageRun } from './summary.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-ci-'))
afterAll(() => rmSync(folder, { recursive: true }))

const journey = (name: string, status: Result['status'], message?: string): Result => ({
  stage: 'e2e',
  file: 'e2e/a.spec.ts',
  name,
  status,
  ...(message === undefined ? {} : { message }),
})
const aStage = (change: Partial<StageRun>): StageRun => ({
  stage: 'e2e',
  ok: false,
  isOutOfTime: false,
  ms: 61_000,
  limitMs: 120_000,
  ...change,
})

describe('summarize', () => {
  it('names each failed test with its message', () => {
    const failed = journey('asks a question', 'failed', 'expected 1\nreceived 2')
    const summary = summarize([aStage({})], [journey('reads', 'passed'), failed])
    expect(summary).toMatchObject({ passed: 1, failed: 1 })
    expect(summary.failures).toContain(
      'e2e/a.spec.ts: asks a question\n    expected 1\n    received 2',
    )
  })

  it('names tests that were running when their run was killed', () => {
    const results = [
      journey('reads', 'started'),
      journey('reads', 'passed'),
      journey('asks', 'started'),
    ]
    const summary = summarize([aStage({ isOutOfTime: true })], results)
    expect(summary).toMatchObject({ passed: 1, failed: 2 })
    expect(summary.failures).toMatch(/asks\n {4}was still running[^]*ended at its limit of {2}2:00/)
  })

  it('counts a stage that failed without naming a test', () => {
    expect(summarize([aStage({})], []).failed).toBe(1)
    expect(
      summarize([aStage({ stage: 'check' })], [{ stage: 'tests', name: 'a', status: 'failed' }])
        .failed,
    ).toBe(1)
  })

  it('lists flaky journeys as passed, and fails on more than three', () => {
    const flaky = ['a', 'b', 'c', 'd'].map((name) => journey(name, 'flaky', 'trace: a.zip'))
    const three = summarize([aStage({ ok: true })], flaky.slice(0, 3))
    expect(three).toMatchObject({ passed: 3, failed: 0 })
    expect(three.failures).toContain('c\n    trace: a.zip')
    expect(summarize([aStage({ ok: true })], flaky)).toMatchObject({ passed: 4, failed: 1 })
  })

  it('says where the time went', () => {
    const slow: Result = {
      stage: 'e2e',
      file: 'e2e/slow.spec.ts',
      name: '',
      status: 'file',
      ms: 90_000,
    }
    const { times } = summarize([aStage({ ok: true })], [slow])
    expect(times).toContain('1:01 of  2:00  e2e')
    expect(times).toContain('1:30  e2e  e2e/slow.spec.ts')
  })
})

describe('runLimited', () => {
  it('kills a program at its limit together with what it started', async () => {
    const pidFile = join(folder, 'pid')
    const program = `
      const child = require('node:child_process').spawn('sleep', ['600'])
      require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid))
      setInterval(() => {}, 1000)`
    const run = runLimited([process.execPath, '-e', program], { limitMs: 3_000 })
    expect(await run).toMatchObject({ ok: false, isOutOfTime: true })
    // A container without an init process leaves it there as a zombie.
    const isAlive = () => {
      const stat = `/proc/${readFileSync(pidFile, 'utf8')}/stat`
      return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ')
    }
    await expect.poll(isAlive).toBe(false)
  })
})

describe('the vitest reporter', () => {
  it('writes down each test, failed hooks, files that do not load, and errors nobody caught', async () => {
    symlinkSync(join(rootDir, 'node_modules'), join(folder, 'node_modules'))
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    write(
      'tests.test.ts',
      `import { beforeAll, describe, expect, it } from 'vitest'
      it('passes', () => {})
      it('fails', () => expect(1).toBe(2))
      it.skip('is skipped', () => {})
      describe('group', () => {
        beforeAll(() => { throw new Error('hook') })
        it('never runs', () => {})
      })
      it('leaves a rejection', () => void Promise.reject(new Error('unhandled')))`,
    )
    write('broken.test.ts', 'throw new Error("load")')
    write('vitest.config.ts', 'export default {}')
    const resultsFile = join(folder, 'results.jsonl')
    const reporter = join(rootDir, 'scripts/ci/vitest-reporter.ts')
    const vitest = join(rootDir, 'node_modules/.bin/vitest')
    const { ok } = await runLimited([vitest, 'run', `--reporter=${reporter}`], {
      cwd: folder,
      env: { ...process.env, STOA_RESULTS_FILE: resultsFile },
      limitMs: 120_000,
    })
    expect(ok).toBe(false)
    const lines = readFileSync(resultsFile, 'utf8').trim().split('\n')
    const results = lines.map((line) => JSON.parse(line) as Result)
    const ended = results.filter(({ status }) => status === 'passed' || status === 'failed')
    expect(
      ended.map(({ name, status, message }) => [name, status, message?.split(' ')[0]]),
    ).toEqual(
      expect.arrayContaining([
        ['passes', 'passed', undefined],
        ['fails', 'failed', 'expected'],
        ['group', 'failed', 'hook'],
        ['the file itself', 'failed', 'load'],
        ['unhandled error', 'failed', 'unhandled'],
      ]),
    )
    const summary = summarize([], results)
    expect(summary).toMatchObject({ passed: 2, failed: 4 })
    expect(summary.failures).toContain('Skipped:\n')
  }, 180_000)
})
