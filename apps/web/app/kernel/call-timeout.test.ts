import { ApiError, clientOver, fetchTransport } from '@stoa/contract/client'
import { askQuestion } from '@stoa/contract/features/questions'
import { listTags } from '@stoa/contract/features/tags'
import { uploadFile } from '@stoa/contract/features/uploads'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callTimeouts, withTimeout } from './call-timeout.ts'

let server: Server
let origin: string
const waiting: ServerResponse[] = []

/** A server that begins to answer and never ends. */
beforeAll(async () => {
  server = createServer((_request, response) => {
    waiting.push(response)
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterEach(() => {
  for (const response of waiting.splice(0)) response.destroy()
})
afterAll(() => server.close())

const client = (timeouts: typeof callTimeouts) =>
  clientOver(withTimeout(fetchTransport(origin), 'Too slow.', timeouts))
const question = { title: 'A', content: 'b', tags: [{ slug_name: 'c' }] }

describe('a call that takes too long', () => {
  it.each([
    ['a read', () => client({ callMs: 50, uploadMs: 600_000 }).call(listTags, {})],
    ['a write', () => client({ callMs: 50, uploadMs: 600_000 }).call(askQuestion, question)],
    [
      'an upload',
      () =>
        client({ callMs: 600_000, uploadMs: 50 }).call(uploadFile, {
          source: 'post',
          file: new File(['x'], 'x.png'),
        }),
    ],
  ])('ends with a response that says so: %s', async (_, call) => {
    const error = await call().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      envelope: { status: 408, reason: 'base.request_timeout', msg: 'Too slow.', data: null },
    })
  })

  it('is given up after ten seconds, a file much later', () => {
    expect(callTimeouts.callMs).toBe(10_000)
    expect(callTimeouts.uploadMs).toBeGreaterThan(10 * callTimeouts.callMs)
  })
})

describe('a call that is stopped by the page', () => {
  it.each([true, false])('ends as such (before it began: %s)', async (isEarly) => {
    const stop = new AbortController()
    if (isEarly) stop.abort()
    const call = client(callTimeouts).call(listTags, {}, { signal: stop.signal })
    const failure = call.catch((error: unknown) => error)
    if (!isEarly) await expect.poll(() => waiting.length).toBeGreaterThan(0)
    stop.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
  })
})
