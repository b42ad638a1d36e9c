import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Load, Loaded } from '../run/wrk.ts'

const scale = 10
export const pgbenchDatabase = 'bench_tpcb'

/** The database's own measure of writes: one transaction of five statements, TPC-B-like. */
export function preparePgbench(url: string) {
  execFileSync('pgbench', ['-i', '-q', '-s', String(scale), withDatabase(url)], { stdio: 'ignore' })
}

function withDatabase(url: string) {
  const other = new URL(url)
  other.pathname = `/${pgbenchDatabase}`
  return other.href
}

export async function runPgbench(url: string, { seconds, connections }: Load): Promise<Loaded> {
  const args = [
    '-n',
    '-c',
    String(connections),
    '-j',
    '1',
    '-M',
    'prepared',
    '-T',
    String(seconds),
    withDatabase(url),
  ]
  const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await once(child, 'close')
  const requests = Number(/actually processed: (\d+)/.exec(output)?.[1])
  const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1])
  if (!(requests > 0)) throw new Error(`pgbench did nothing:\n${output}`)
  return { requests, seconds: requests / perSecond, refused: 0 }
}
