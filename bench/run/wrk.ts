import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from './requests.ts'

export type Load = { seconds: number; connections: number }
export type Loaded = { requests: number; seconds: number; refused: number }

/** Sends the requests one after the other, again and again, over open connections, as fast as they are answered. */
export async function load(
  origin: string,
  script: string,
  { seconds, connections }: Load,
): Promise<Loaded> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout=20s', '-s', script, origin]
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`wrk ended with ${code}: apt-get install wrk\n${output}`)
  const counted = /^bench (\d+) (\d+) (\d+)$/m.exec(output)
  if (counted === null) throw new Error(`wrk said nothing to count:\n${output}`)
  return {
    requests: Number(counted[1]),
    seconds: Number(counted[2]) / 1e6,
    refused: Number(counted[3]),
  }
}

/** What wrk runs: a list of requests, begun anywhere in it so that rounds do not repeat each other. */
export function writeScript(requests: readonly Request[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'stoa-bench-')), 'requests.lua')
  const lines = fromManyAddresses(requests).map(
    ({ path, method = 'GET', headers = {}, body }) =>
      `wrk.format(${lua(method)}, ${lua(path)}, {${Object.entries(headers)
        .map(([name, value]) => `[${lua(name)}]=${lua(value)}`)
        .join(', ')}}, ${body === undefined ? 'nil' : lua(body)})`,
  )
  writeFileSync(
    file,
    `${head}\nlocal function make() return {\n${lines.join(',\n')}\n} end\n${tail}`,
  )
  return file
}

/** One address may ask only so often, so there are many; the same list is sent to the product and to its twin. */
function fromManyAddresses(requests: readonly Request[]): Request[] {
  const times = Math.ceil(addresses / requests.length)
  const all = Array.from({ length: times }, () => requests).flat()
  return all.map((request, n) => ({
    ...request,
    headers: { 'x-forwarded-for': addressOf(n), ...request.headers },
  }))
}

const addresses = 4_096

export const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

const lua = (text: string) => JSON.stringify(text).replaceAll(/\\u(....)/g, String.raw`\u{$1}`)

const head = `local list, at = {}, 0`
const tail = `
function init(args)
  list = make()
  math.randomseed(os.time())
  at = math.random(#list) - 1
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
