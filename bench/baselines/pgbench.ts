import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Load, LoadResult } from '../run/wrk.ts'

const scale = 10
export const pgbenchDatabase = 'bench_tpcb'

/** TPC-B-like: one transaction of five statements. */
export function preparePgbench(url: string) {
  execFileSync('pgbench', ['-i', '-q', '-s', String(scale), withDatabase(url)], { stdio: 'ignore' })
}

function withDatabase(url: string) {
  const target = new URL(url)
  target.pathname = `/${pgbenchDatabase}`
  return target.href
}

export async function runPgbench(url: string, { seconds, connections }: Load): Promise<LoadResult> {
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
  if (!(requests > 0)) throw new Error(`pgbench processed no transactions:\n${output}`)
  return { requests, seconds: requests / perSecond, failed: 0 }
}
