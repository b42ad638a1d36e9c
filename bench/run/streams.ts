import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { livePath } from '@stoa/contract/features/live'
import { benchUrl } from '../data/command.ts'
import { buildProduct } from '../../scripts/build/product.ts'
import { type Server, startProduct, startServer } from '../program.ts'
import { api, bearer, openBenchSite } from './bench-site.ts'
import { readIdleMemory } from './memory.ts'
import { quantile } from './measure.ts'

const goals = { kilobytes: 15, seconds: 1 }
/** Streams of one user: the limit of the server. */
const perUser = 10
/** As browsers do after a restart. */
const jitterMs = 5_000

/**
 * `pnpm bench streams [--streams 10000]`: memory of open streams, a message to all of them, and a restart. A bare Node server
 * with as many shows what of the memory is Node's own.
 */
export async function streams(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { database: { type: 'string' }, streams: { type: 'string', default: '10000' } },
  })
  const count = Number(values.streams)
  await buildProduct()
  const databaseUrl = values.database ?? benchUrl('bench_10k')
  const { members } = await openBenchSite(databaseUrl)
  if (members.length * perUser < count)
    throw new Error(`only ${members.length} members with a session; use a larger database`)
  const tokenOf = (n: number) => members[Math.floor(n / perUser)]?.token ?? ''
  // Before the others, because a process may open too few connections for both.
  await measureBareMemory(count)
  let server = await startProduct(databaseUrl)
  await (await fetch(server.origin)).arrayBuffer()
  const { clients, kilobytes } = await measureMemory('stoa', server, count, tokenOf)
  const delays = await broadcast(server, clients, tokenOf(0))
  const slowest = quantile(delays, 1) / 1_000
  console.log(
    `a message to all: median ${quantile(delays, 0.5).toFixed(0)} ms, last ${(slowest * 1_000).toFixed(0)} ms after the request`,
  )
  await server.stop()
  server = await startProduct(databaseUrl, { STOA_PORT: new URL(server.origin).port })
  const reads = readDuring(server, tokenOf(1))
  const reopenedIn = await timed(() => openAll(clients, jitterMs))
  const { failed, slow } = await reads.stop()
  const rejected = clients.reduce((sum, { rejections }) => sum + rejections(), 0)
  console.log(
    `after a restart: all open again in ${reopenedIn.toFixed(1)} s, ${rejected} rejected, ${failed} other requests failed, slowest ${slow.toFixed(0)} ms`,
  )
  for (const client of clients) client.close()
  await server.stop()
  const isOk = kilobytes <= goals.kilobytes && slowest <= goals.seconds && failed + rejected === 0
  console.log(
    `goal: ${goals.kilobytes} KB, ${goals.seconds} s, none rejected: ${isOk ? 'met' : 'MISSED'}`,
  )
  if (!isOk) process.exitCode = 1
}

type Client = ReturnType<typeof createStream>
type TokenOf = (n: number) => string

async function measureMemory(name: string, server: Server, count: number, tokenOf: TokenOf) {
  const port = Number(new URL(server.origin).port)
  await warmUp(server, tokenOf)
  const idle = await readIdleMemory(server.pid, 5_000)
  const clients = Array.from({ length: count }, (_, n) => createStream(port, n, tokenOf(n)))
  const openedIn = await timed(() => openAll(clients, 0))
  const open = await readIdleMemory(server.pid, 15_000)
  const kilobytes = ((open - idle) * 1024) / count
  console.log(
    `${name}: ${count} streams opened in ${openedIn.toFixed(1)} s, ${idle.toFixed(0)} MB without, ${open.toFixed(0)} MB with them: ${kilobytes.toFixed(1)} KB each`,
  )
  return { clients, kilobytes }
}

async function measureBareMemory(count: number) {
  const bare = await startServer([join(import.meta.dirname, '../baselines/streams.ts')], {})
  const { clients } = await measureMemory('bare Node', bare, count, () => 'none')
  for (const client of clients) client.close()
  await bare.stop()
}

/** From several addresses of this machine, because one has too few ports. */
function createStream(port: number, n: number, token: string) {
  let socket: Socket | undefined
  let rejected = 0
  let onMessage: (() => void) | undefined
  const open = (resolve: () => void) => {
    socket?.destroy()
    socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.0.${2 + (n % 50)}` })
    socket.on('error', () => setTimeout(() => open(resolve), 500))
    socket.write(
      `GET ${livePath}?lists=true HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
    let isOpen = false
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (isOpen) {
        if (text.includes('data: ["a')) onMessage?.()
      } else if (text.startsWith('HTTP/1.1 200')) {
        isOpen = true
        resolve()
      } else {
        rejected++
        setTimeout(() => open(resolve), 1_000)
      }
    })
  }
  return {
    open: (delayMs: number) =>
      new Promise<void>((resolve) => setTimeout(() => open(resolve), delayMs)),
    nextMessage: () => new Promise<void>((resolve) => (onMessage = resolve)),
    rejections: () => rejected,
    close: () => socket?.destroy(),
  }
}

async function openAll(clients: readonly Client[], withinMs: number) {
  const atOnce = 200
  if (withinMs > 0)
    await Promise.all(clients.map((client) => client.open(Math.random() * withinMs)))
  else
    for (let from = 0; from < clients.length; from += atOnce)
      await Promise.all(clients.slice(from, from + atOnce).map((client) => client.open(0)))
}

async function broadcast(server: Server, clients: readonly Client[], token: string) {
  const from = performance.now()
  const received = clients.map(async (client) => {
    await client.nextMessage()
    return performance.now() - from
  })
  await ask(server, token)
  return await Promise.all(received)
}

async function ask(server: Server, token: string) {
  const response = await fetch(`${server.origin}${api('/question')}`, {
    method: 'POST',
    headers: { ...bearer({ token }), 'content-type': 'application/json' },
    body: JSON.stringify({
      title: `How many can hear this question ${Date.now()}`,
      content: 'Everyone who has the list of questions open should hear of it.',
      tags: [{ slug_name: 'bench', display_name: 'bench', original_text: '' }],
    }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

async function warmUp(server: Server, tokenOf: TokenOf) {
  for (let n = 0; n < 50; n++) {
    const client = createStream(Number(new URL(server.origin).port), n, tokenOf(n))
    await client.open(0)
    client.close()
  }
}

/** Other requests meanwhile. */
function readDuring(server: Server, token: string) {
  let isStopped = false
  const times: number[] = []
  let failed = 0
  const read = async () => {
    while (!isStopped) {
      const from = performance.now()
      const response = await fetch(`${server.origin}/questions`, { headers: bearer({ token }) })
      await response.arrayBuffer()
      if (!response.ok) failed++
      times.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const done = read()
  return {
    async stop() {
      isStopped = true
      await done
      return { failed, slow: quantile(times, 1) }
    },
  }
}

async function timed(work: () => Promise<unknown>) {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1_000
}
