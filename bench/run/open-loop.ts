import { Agent, request as send } from 'node:http'
import { quantile } from './measure.ts'
import type { Request } from './requests.ts'
import { addressOf } from './wrk.ts'

type Reply = { status: number; ms: number }
export type Latency = { rate: number; p50: number; p99: number; replies: Reply[] }

const timeoutMs = 60_000

/**
 * Sends requests at a fixed rate, answered or not, and counts from when each should have been sent: a server that stalls
 * cannot hide it by slowing down whoever asks.
 */
export async function openLoop(
  origin: string,
  requests: readonly Request[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
  const count = Math.max(1, Math.floor(rate * seconds))
  const replies: Promise<Reply>[] = []
  const started = performance.now()
  while (replies.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1_000) * rate) + 1)
    while (replies.length < due) {
      const n = replies.length
      const request = requests[n % requests.length]
      if (request === undefined) throw new Error('nothing to send')
      replies.push(sendOne(agent, origin, request, started + (n / rate) * 1_000))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const all = await Promise.all(replies)
  agent.destroy()
  const times = all.map(({ ms }) => ms)
  return { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99), replies: all }
}

let sent = 100_000

/** One request; the time is counted from when it was due. A reply that never comes has the status 0. */
export function sendOne(agent: Agent, origin: string, { path, headers }: Request, due: number) {
  return new Promise<Reply>((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - due })
    const going = send(
      `${origin}${path}`,
      { agent, timeout: timeoutMs, headers: { 'x-forwarded-for': addressOf(sent++), ...headers } },
      (reply) => {
        reply.resume()
        reply.on('end', () => end(reply.statusCode ?? 0))
        reply.on('error', () => end(0))
      },
    )
    going.on('timeout', () => going.destroy())
    going.on('error', () => end(0))
    going.end()
  })
}
