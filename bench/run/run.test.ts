import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servicePorts } from '../../apps/server/test/databases.ts'
import { recorded } from '../limits.ts'
import { toReact } from '../baselines/page.ts'
import { compareReports } from './compare.ts'
import { countCpu } from './cpu.ts'
import { ratioOf } from './measure.ts'
import { startRecorder } from './recorder.ts'
import type { Report } from './report.ts'
import { verdictOf } from './short.ts'

const ratio = (median: number) => ({ median, low: median * 0.9, high: median * 1.1 })
const reportOf = (cpu: (limit: (typeof recorded)[number]) => number): Report => ({
  commit: 'abc',
  database: 'bench',
  questions: 1,
  rounds: 1,
  seconds: 1,
  scenarios: recorded.map((limit) => ({
    name: limit.scenario,
    measured: [],
    lines: [{ baseline: limit.baseline, cpu: ratio(cpu(limit)), perSecond: ratio(1) }],
    statements: null,
  })),
})

describe('ratioOf', () => {
  it('are computed per round', () => {
    expect(ratioOf([20, 200, 22], [10, 100, 10])).toEqual({ median: 2, low: 2, high: 2.2 })
  })

  it('may exceed the recorded value by half', () => {
    for (const limit of recorded) {
      const at = (cpu: number) =>
        verdictOf(limit, {
          lines: [{ baseline: limit.baseline, cpu: ratio(cpu), perSecond: ratio(1) }],
        })
      expect(at(limit.cpu * 1.49).isOk).toBe(true)
      expect(at(limit.cpu * 1.51).isOk).toBe(false)
      expect(verdictOf(limit, { lines: [] }).isOk).toBe(false)
    }
  })

  it('of two commits differ only beyond the variation of rounds', () => {
    const before = reportOf(() => 1)
    expect(
      compareReports(
        before,
        reportOf(() => 1.1),
      )[0],
    ).toMatch(/x1\.10 {2}no significant difference$/)
    expect(
      compareReports(
        before,
        reportOf(() => 2),
      )[0],
    ).toMatch(/x2\.00 {2}slower$/)
    expect(
      compareReports(
        before,
        reportOf(() => 0.5),
      )[0],
    ).toMatch(/x0\.50 {2}faster$/)
  })
})

it('countCpu measures the CPU time of this process', () => {
  const used = countCpu([process.pid], 'postgres')
  const before = process.cpuUsage()
  let microseconds = 0
  while (microseconds < 300_000) microseconds = totalOf(process.cpuUsage(before))
  const counted = used()
  expect(counted).toBeGreaterThan(microseconds / 2)
  expect(countCpu([process.pid], 'postgres')()).toBeLessThan(counted / 2)
})

const totalOf = ({ user, system }: NodeJS.CpuUsage) => user + system

it('toReact renders the same page', () => {
  const page =
    '<html lang="en"><head><title>A</title></head><body><p class="x">b &amp; c</p><div class="prose"><em>d</em></div></body></html>'
  expect(toReact(page)()).toBe(page)
})

describe('startRecorder', () => {
  let recorder: Awaited<ReturnType<typeof startRecorder>>
  beforeAll(async () => {
    recorder = await startRecorder(servicePorts().postgres.url)
  })
  afterAll(() => recorder.close())

  it('records statements with their values in order', async () => {
    const client = new pg.Client({ connectionString: recorder.url })
    await client.connect()
    recorder.take()
    await client.query('begin')
    await client.query('select $1::text as a, $2::int as b', ['ä\n', null])
    await client.query({ name: 'named', text: 'select $1::int', values: [1] })
    await client.query({ name: 'named', text: 'select $1::int', values: [2] })
    await client.query('rollback')
    expect(recorder.take()).toEqual([
      { text: 'begin', values: [] },
      { text: 'select $1::text as a, $2::int as b', values: ['ä\n', null] },
      { text: 'select $1::int', values: ['1'] },
      { text: 'select $1::int', values: ['2'] },
      { text: 'rollback', values: [] },
    ])
    await client.end()
  })
})
