import { Agent, request as send } from 'node:http'
import { quantile } from './measure.ts'
import type { Request } from './requests.ts'
import { ipOf } from './wrk.ts'

type TimedResponse = { status: number; ms: number }
export type Latency = { rate: number; p50: number; p99: number; responses: TimedResponse[] }

const timeoutMs = 60_000

/** Sends requests at a fixed rate and measures from when each was due (no coordinated omission). */
export async function openLoop(
  origin: string,
  requests: readonly Request[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
  const count = Math.max(1, Math.floor(rate * seconds))
  const responses: Promise<TimedResponse>[] = []
  const started = performance.now()
  while (responses.length < count) {
    const dueCount = Math.min(count, Math.floor(((performance.now() - started) / 1_000) * rate) + 1)
    while (responses.length < dueCount) {
      const n = responses.length
      const request = requests[n % requests.length]
      if (request === undefined) throw new Error('no requests to send')
      responses.push(sendOne(agent, origin, request, started + (n / rate) * 1_000))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const timed = await Promise.all(responses)
  agent.destroy()
  const times = timed.map(({ ms }) => ms)
  return { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99), responses: timed }
}

let ipCount = 100_000

/** Measured from when it was due. Status 0 means no response. */
export function sendOne(
  agent: Agent,
  origin: string,
  { path, headers }: Request,
  dueCount: number,
) {
  return new Promise<TimedResponse>((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - dueCount })
    const outgoing = send(
      `${origin}${path}`,
      { agent, timeout: timeoutMs, headers: { 'x-forwarded-for': ipOf(ipCount++), ...headers } },
      (response) => {
        response.resume()
        response.on('end', () => end(response.statusCode ?? 0))
        response.on('error', () => end(0))
      },
    )
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => end(0))
    outgoing.end()
  })
}
