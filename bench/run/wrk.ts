import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from './requests.ts'

export type Load = { seconds: number; connections: number }
export type LoadResult = { requests: number; seconds: number; failed: number }

/** How many requests of each script have been sent. */
const sent = new Map<string, number>()

/** Sends the requests in a loop as fast as responses arrive, from where the last load with this script ended. */
export async function load(
  origin: string,
  script: string,
  { seconds, connections }: Load,
): Promise<LoadResult> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout=20s', '-s', script, origin]
  const sentBefore = sent.get(script) ?? 0
  const child = spawn('wrk', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_SENT: String(sentBefore) },
  })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`wrk exited with ${code}: apt-get install wrk\n${output}`)
  const match = /^bench (\d+) (\d+) (\d+)$/m.exec(output)
  if (match === null) throw new Error(`no counts in the output of wrk:\n${output}`)
  const requests = Number(match[1])
  // Those without a response are few.
  sent.set(script, sentBefore + requests + connections)
  return {
    requests,
    seconds: Number(match[2]) / 1e6,
    failed: Number(match[3]),
  }
}

/** The wrk script goes on where it stopped, so that rounds differ and a vote is not repeated. */
export function writeScript(requests: readonly Request[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'stoa-bench-')), 'requests.lua')
  const lines = spreadOverIps(requests).map(
    ({ path, method = 'GET', headers = {}, body }) =>
      `wrk.format(${toLua(method)}, ${toLua(path)}, {${Object.entries(headers)
        .map(([name, value]) => `[${toLua(name)}]=${toLua(value)}`)
        .join(', ')}}, ${body === undefined ? 'nil' : toLua(body)})`,
  )
  writeFileSync(
    file,
    `${head}\nlocal function make() return {\n${lines.join(',\n')}\n} end\n${tail}`,
  )
  return file
}

/** Many IPs, because one alone would be rate limited. Stoa and its baselines get the same list. */
function spreadOverIps(requests: readonly Request[]): Request[] {
  const copies = Math.ceil(ipCount / requests.length)
  const all = Array.from({ length: copies }, () => requests).flat()
  return all.map((request, n) => ({
    ...request,
    headers: { 'x-forwarded-for': ipOf(n), ...request.headers },
  }))
}

const ipCount = 4_096

export const ipOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

const toLua = (text: string) => JSON.stringify(text).replaceAll(/\\u(....)/g, String.raw`\u{$1}`)

const head = `local list, at = {}, 0`
const tail = `
function init(args)
  list = make()
  at = tonumber(os.getenv("BENCH_SENT"))
end
function request()
  at = at + 1
  return list[(at - 1) % #list + 1]
end
function done(summary, latency, requests)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format("bench %d %d %d\\n", summary.requests, summary.duration, failed))
end
`
