import { uploadFile } from '@stoa/contract/features/uploads'
import { askQuestion, listQuestions } from '@stoa/contract/features/questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RawResponse, sendRaw } from '../../../test/raw-socket.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aUser } from '../../features/people/auth/accounts.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx)
})
afterAll(() => site.close())

const host = 'host: localhost\r\n'

/** Checks the common headers and envelope, and that nothing of the request is echoed. */
function expectRejection(response: RawResponse, status: number, reason: string) {
  expect(response.status).toBe(status)
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  expect(JSON.parse(response.body)).toMatchObject({ status, reason, data: null })
  expect(response.body).not.toContain('canary')
}

describe('a request that reaches no route', () => {
  it.each([
    [
      'a URL that cannot be decoded',
      'GET /canary/%ZZ HTTP/1.1\r\n',
      400,
      'base.request_format_error',
    ],
    [
      'a parameter that is too long',
      `GET /sitemap/${'canary'.repeat(100)} HTTP/1.1\r\n`,
      400,
      'base.request_format_error',
    ],
    ['an unknown path', 'GET /answer/api/v1/canary HTTP/1.1\r\n', 404, 'base.not_found'],
    ['an unknown path outside of the API', 'GET /canary HTTP/1.1\r\n', 404, 'base.not_found'],
    ['an unusual method', 'PROPFIND /canary HTTP/1.1\r\n', 404, 'base.not_found'],
    ['no HTTP at all', 'canary\r\n', 400, 'base.request_format_error'],
    [
      'too many headers',
      `GET /canary HTTP/1.1\r\nx: ${'canary'.repeat(4_000)}\r\n`,
      431,
      'base.headers_too_large',
    ],
  ])('is rejected with an envelope: %s', async (_, start, status, reason) => {
    expectRejection(await sendRaw(site.app, `${start}${host}\r\n`), status, reason)
  })

  it('is rejected with an envelope when it arrives too slowly', async () => {
    const slow = await aSite()
    await slow.app.ready()
    slow.app.server.requestTimeout = 50
    slow.app.server.headersTimeout = 50
    expectRejection(
      await sendRaw(slow.app, 'GET /canary HTTP/1.1\r\n'),
      408,
      'base.request_timeout',
    )
    await slow.close()
  }, 90_000)
})

describe('a request that arrives during shutdown', () => {
  it('is rejected with an envelope', async () => {
    const stopping = await aSite()
    let closed = Promise.resolve()
    const response = await sendRaw(
      stopping.app,
      'GET /canary HTTP/1.1\r\n',
      async () => {
        await expect.poll(() => countConnections(stopping)).toBe(1)
        closed = stopping.close()
        await expect.poll(() => stopping.app.server.listening).toBe(false)
      },
      `${host}\r\n`,
    )
    expectRejection(response, 503, 'base.busy')
    await closed
  })

  const countConnections = ({ app }: TestSite) =>
    new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
})

describe('an absolute-form request target', () => {
  it.each([
    'http://evil.example/',
    `http://evil.example${listQuestions.path}`,
    'http://localhost/install?canary',
    'http://localhost/installation/canary',
    'canary://x',
  ])('is rejected: %s', async (target) => {
    const response = await sendRaw(site.app, `GET ${target} HTTP/1.1\r\n${host}\r\n`)
    expectRejection(response, 400, 'base.request_format_error')
  })

  it('does not bypass the install key', async () => {
    const fresh = await aSite({ isInstalled: false, env: { STOA_INSTALL_KEY: 'k'.repeat(32) } })
    const from = `x-forwarded-for: 203.0.113.9\r\n${host}`
    const path = '/installation/base-info'
    const request = (target: string) =>
      `POST ${target} HTTP/1.1\r\n${from}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
    expect((await sendRaw(fresh.app, request(path))).status).toBe(403)
    const absolute = await sendRaw(fresh.app, request(`http://localhost${path}`))
    expectRejection(absolute, 400, 'base.request_format_error')
    await fresh.close()
  })
})

describe('a JSON body', () => {
  it('is rejected when it is nested too deeply', async () => {
    const deep = (open: string, close: string, times = 60_000) =>
      open.repeat(times) + close.repeat(times)
    for (const payload of [
      deep('[', ']'),
      deep('{"a":', '}', 40_000).replace(':}', ':1}'),
      `{"title":"a","content":"b","tags":${deep('[', ']')}}`,
      '['.repeat(100_000),
    ]) {
      const response = await site.app.inject({
        method: 'POST',
        url: askQuestion.path,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
        payload,
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ reason: 'base.request_format_error', data: null })
    }
  })

  it('may contain any number of brackets in strings', async () => {
    const content = `${'['.repeat(1_000)} "{" \\"${'{'.repeat(1_000)}\\`
    const question = await site
      .as(ada.token)
      .call(askQuestion, { title: 'Brackets', content, tags: [{ slug_name: 'json' }] })
    expect(question.title).toBe('Brackets')
  })
})

describe('a request body', () => {
  const head = (path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\n${host}sec-fetch-site: same-origin\r\n${more}\r\n`
  const json = 'content-type: application/json\r\n'
  const form = 'content-type: multipart/form-data; boundary=x\r\n'
  const large = 'content-length: 200000\r\n'
  const chunked = 'transfer-encoding: chunked\r\n'
  const invalidSession = 'cookie: sid=nonsense\r\n'

  it.each([
    ['JSON without a session', askQuestion.path, json + large],
    ['JSON with a session that does not exist', askQuestion.path, json + large + invalidSession],
    ['JSON of unknown length', askQuestion.path, json + chunked + invalidSession],
    ['a file without a session', uploadFile.path, form + 'content-length: 8000000\r\n'],
    ['a file with a session that does not exist', uploadFile.path, form + chunked + invalidSession],
  ])('is not read when the caller has to log in: %s', async (_, path, headers) => {
    // The body is never sent, so a server that waited for it would not respond.
    const response = await sendRaw(site.app, head(path, headers))
    expectRejection(response, 401, 'error.auth.required')
    expect(response.headers['connection']).toBe('close')
  })

  it('is read for a member and keeps the connection open', async () => {
    const payload = JSON.stringify({ title: 'Long', content: 'x'.repeat(60_000), tags: [] })
    const headers = `authorization: Bearer ${ada.token}\r\n${json}content-length: ${payload.length}\r\n`
    const response = await sendRaw(site.app, head(askQuestion.path, headers), payload)
    expect(response.status).toBe(400)
    expect(response.headers['connection']).toBe('keep-alive')
  })
})
