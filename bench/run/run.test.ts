import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servicePorts } from '../../apps/server/test/databases.ts'
import { recorded } from '../limits.ts'
import { toReact } from '../twins/page.ts'
import { comparison } from './compare.ts'
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
    lines: [{ beside: limit.beside, cpu: ratio(cpu(limit)), perSecond: ratio(1) }],
    statements: null,
  })),
})

describe('ratios', () => {
  it('are made round by round, so that a slow minute hits both', () => {
    expect(ratioOf([20, 200, 22], [10, 100, 10])).toEqual({ median: 2, low: 2, high: 2.2 })
  })

  it('may stand half above what was recorded, and no more', () => {
    for (const limit of recorded) {
      const at = (cpu: number) =>
        verdictOf(limit, {
          lines: [{ beside: limit.beside, cpu: ratio(cpu), perSecond: ratio(1) }],
        })
      expect(at(limit.cpu * 1.49).isFine).toBe(true)
      expect(at(limit.cpu * 1.51).isFine).toBe(false)
      expect(verdictOf(limit, { lines: [] }).isFine).toBe(false)
    }
  })

  it('of two commits differ only beyond what rounds differ by', () => {
    const before = reportOf(() => 1)
    expect(
      comparison(
        before,
        reportOf(() => 1.1),
      )[0],
    ).toMatch(/x1\.10 {2}no difference seen$/)
    expect(
      comparison(
        before,
        reportOf(() => 2),
      )[0],
    ).toMatch(/x2\.00 {2}dearer$/)
    expect(
      comparison(
        before,
        reportOf(() => 0.5),
      )[0],
    ).toMatch(/x0\.50 {2}cheaper$/)
  })
})

it('counts the processor time of this process', () => {
  const used = countCpu([process.pid], 'postgres')
  const until = performance.now() + 300
  while (performance.now() < until) Math.sqrt(until)
  expect(used()).toBeGreaterThanOrEqual(20_000)
  expect(countCpu([process.pid], 'postgres')()).toBeLessThan(20_000)
})

it('renders a page as React would have it', () => {
  const page =
    '<html lang="en"><head><title>A</title></head><body><p class="x">b &amp; c</p><div class="prose"><em>d</em></div></body></html>'
  expect(toReact(page)()).toBe(page)
})

describe('the recorder', () => {
  let recorder: Awaited<ReturnType<typeof startRecorder>>
  beforeAll(async () => {
    recorder = await startRecorder(servicePorts().postgres.url)
  })
  afterAll(() => recorder.close())

  it('notes statements with their values, in the order in which they go by', async () => {
    const client = new pg.Client({ connectionString: recorder.url })
    await client.connect()
    recorder.take()
    await client.query('begin')
    await client.query('select $1::text as a, $2::int as b', ['ä\n', null])
    await client.query({ name: 'kept', text: 'select $1::int', values: [1] })
    await client.query({ name: 'kept', text: 'select $1::int', values: [2] })
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
