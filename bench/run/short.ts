import pg from 'pg'
import { benchUrl, fillDatabase } from '../data/command.ts'
import { allowed, recorded } from '../limits.ts'
import { measureAll } from './command.ts'
import type { Report } from './report.ts'

const size = { questions: 2_000, seed: 7 }
const rounds = { rounds: 3, seconds: 1 }

/** `pnpm bench short`: a minute that tells whether something has become much dearer than it was. */
export async function short() {
  const databaseUrl = benchUrl('bench_short')
  if (!(await exists(databaseUrl))) await fillDatabase({ ...size, url: databaseUrl })
  const only = recorded.map(({ scenario }) => scenario)
  const verdicts = verdictsOf(await measureAll({ ...rounds, databaseUrl, only }))
  console.log(`\n${'scenario'.padEnd(16)} ${'beside'.padEnd(9)} recorded   now   allowed`)
  for (const { scenario, beside, cpu, now, isFine } of verdicts)
    console.log(
      `${scenario.padEnd(16)} ${beside.padEnd(9)} ${fixed(cpu)} ${fixed(now)} ${fixed(cpu * allowed)}  ${isFine ? 'ok' : 'TOO DEAR'}`,
    )
  if (verdicts.some(({ isFine }) => !isFine)) process.exitCode = 1
}

const fixed = (value: number) => value.toFixed(2).padStart(7)

/** Each limit with what was measured; a scenario that was not measured is not fine. */
export function verdictsOf({ scenarios }: Pick<Report, 'scenarios'>) {
  return recorded.map((limit) => {
    const now =
      scenarios
        .find(({ name }) => name === limit.scenario)
        ?.lines.find(({ beside }) => beside === limit.beside)?.cpu.median ?? Number.NaN
    return { ...limit, now, isFine: now <= limit.cpu * allowed }
  })
}

async function exists(url: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from questions offset $1 limit 1', [
      size.questions - 1,
    ])
    return rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
