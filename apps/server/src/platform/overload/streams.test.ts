import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'

let site: TestSite
let origin: string
let produced: number
/** Each lets the client read one more chunk. */
let pulls: (() => void)[]
/** Each finishes a request that holds a permit. */
let held: (() => void)[]

// Crawlers would get fewer permits.
const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const chunkCount = 3

beforeEach(async () => {
  site = await aSite({ env: { STOA_REQUESTS_AT_ONCE: '2' } })
  produced = 0
  pulls = []
  held = []
  site.app.get('/held', async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  mountStream('/stream', 60_000)
  mountStream('/short-stream', 50)
  origin = await site.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const finish of held) finish()
  await site.close()
})

function mountStream(path: string, limitMs: number) {
  site.app.get(path, (request, reply) => {
    const chunks = site.app.streamWithPermits(request, reply, produce(), limitMs)
    return reply.send(Readable.from(readOnPull(chunks)))
  })
}

async function* produce() {
  while (produced < chunkCount) yield `chunk ${++produced}\n`
}

async function* readOnPull(chunks: AsyncGenerator<string>) {
  for (;;) {
    await new Promise<void>((resolve) => pulls.push(resolve))
    const next = await chunks.next()
    if (next.done === true) return
    yield next.value
  }
}

async function pull() {
  await expect.poll(() => pulls.length).toBe(1)
  pulls.shift()?.()
}

async function countWaiting() {
  const { values } = await site.ctx.metrics.permitsWaiting.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

describe('a streamed response', () => {
  it('holds a permit while a chunk is produced and none while a slow client reads it', async () => {
    const streamed = fetch(`${origin}/stream`, { headers })
    await pull()
    await expect.poll(() => produced).toBe(1)
    const others = [1, 2].map(() => fetch(`${origin}/held`, { headers }))
    await expect.poll(() => held.length).toBe(2)
    await pull()
    await expect.poll(countWaiting).toBe(1)
    expect(produced).toBe(1)
    held.shift()?.()
    await expect.poll(() => produced).toBe(2)
    held.shift()?.()
    for (let n = 2; n <= chunkCount; n++) await pull()
    expect(await (await streamed).text()).toBe('chunk 1\nchunk 2\nchunk 3\n')
    for (const { status } of await Promise.all(others)) expect(status).toBe(200)
  })

  it('is disconnected after its time limit when the client does not read it', async () => {
    const read = async () => await (await fetch(`${origin}/short-stream`, { headers })).text()
    await expect(read()).rejects.toThrow(TypeError)
    expect(produced).toBe(0)
  })
})
