import { ApiError, createClient, fetchTransport } from '@stoa/contract/client'
import { askQuestion } from '@stoa/contract/features/questions'
import { listTags } from '@stoa/contract/features/tags'
import { uploadFile } from '@stoa/contract/features/uploads'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callTimeouts, withTimeout } from './api.ts'

let server: Server
let origin: string
const openResponses: ServerResponse[] = []

/** A server that starts a response and never finishes it. */
beforeAll(async () => {
  server = createServer((_request, response) => {
    openResponses.push(response)
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterEach(() => {
  for (const response of openResponses.splice(0)) response.destroy()
})
afterAll(() => server.close())

const client = (timeouts: typeof callTimeouts) =>
  createClient(withTimeout(fetchTransport(origin), 'Too slow.', timeouts))
const question = { title: 'A', content: 'b', tags: [{ slug_name: 'c' }] }

describe('withTimeout', () => {
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
  ])('returns 408 when the call times out: %s', async (_, call) => {
    const error = await call().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      envelope: { status: 408, reason: 'base.request_timeout', msg: 'Too slow.', data: null },
    })
  })

  it('times out after ten seconds, uploads much later', () => {
    expect(callTimeouts.callMs).toBe(10_000)
    expect(callTimeouts.uploadMs).toBeGreaterThan(10 * callTimeouts.callMs)
  })
})

describe('withTimeout and a caller that aborts', () => {
  it.each([true, false])(
    'rejects with AbortError (aborted before the call: %s)',
    async (isEarly) => {
      const controller = new AbortController()
      if (isEarly) controller.abort()
      const call = client(callTimeouts).call(listTags, {}, { signal: controller.signal })
      const failure = call.catch((error: unknown) => error)
      if (!isEarly) await expect.poll(() => openResponses.length).toBeGreaterThan(0)
      controller.abort()
      expect(await failure).toMatchObject({ name: 'AbortError' })
    },
  )
})
