import { currentUser, login, logout, logoutByLink } from '@stoa/contract/features/accounts'
import { createActivationLink } from '@stoa/contract/features/people'
import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { askQuestion, listQuestions } from '@stoa/contract/features/questions'
import { previewCustomMarkup } from '@stoa/contract/features/settings-previews'
import { limits } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aUser } from '../../features/people/auth/accounts.factory.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada', role: 'moderator' })
})
afterAll(() => site.close())

const question = { title: 'A', content: 'b', tags: [{ slug_name: 'c' }] }

describe('every response', () => {
  it('is an envelope with the HTTP status', async () => {
    const response = await site.app.inject({ url: listQuestions.path })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      status: 200,
      reason: 'base.success',
      msg: 'Success.',
      data: { count: 0, list: [] },
    })
  })

  it('has headers against caching, sniffing, framing and scripts', async () => {
    for (const url of [listQuestions.path, '/answer/api/v1/nothing']) {
      const { headers } = await site.app.inject({ url })
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('set-cookie')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('has a request id, taken from the proxy if it is valid', async () => {
    const idFor = async (requestId?: string) => {
      const headers = requestId === undefined ? {} : { 'x-request-id': requestId }
      return (await site.app.inject({ url: currentUser.path, headers })).headers['x-request-id']
    }
    expect(await idFor('from-the-proxy-1')).toBe('from-the-proxy-1')
    expect(await idFor('x"\n{}')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor('a'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor()).not.toBe(await idFor())
  })
})

describe('an invalid request', () => {
  it.each([
    ['GET', '/answer/api/v1/nothing'],
    ['DELETE', listQuestions.path],
    ['POST', '/answer/admin/api/nothing'],
    ['GET', '/installation/nothing'],
  ] as const)('%s %s returns 404 with an envelope', async (method, url) => {
    const response = await site.app.inject({ method, url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ status: 404, reason: 'base.not_found', data: null })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/xml'])(
    'is rejected with the content type %s',
    async (type) => {
      const response = await site.app.inject({
        method: 'POST',
        url: askQuestion.path,
        headers: { 'content-type': type, authorization: `Bearer ${ada.token}` },
        payload: JSON.stringify(question),
      })
      expect(response.statusCode).toBe(415)
      expect(response.json()).toMatchObject({ reason: 'base.unsupported_media_type' })
    },
  )

  it('is rejected one byte above the size limit', async () => {
    const send = (bytes: number) =>
      site.app.inject({
        method: 'POST',
        url: login.path,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ e_mail: 'x', pass: 'y' }).padEnd(bytes),
      })
    expect((await send(limits.jsonBodyBytes)).statusCode).toBe(400)
    const rejected = await send(limits.jsonBodyBytes + 1)
    expect(rejected.statusCode).toBe(413)
    expect(rejected.json()).toMatchObject({ reason: 'base.payload_too_large' })
  })

  it.each(['{', '{"__proto__": {"a": 1}}', '"text"', '[]', 'null'])(
    'is rejected with the body %s',
    async (payload) => {
      const response = await site.app.inject({
        method: 'POST',
        url: login.path,
        headers: { 'content-type': 'application/json' },
        payload,
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ reason: 'base.request_format_error' })
    },
  )

  it('is rejected with a repeated query parameter', async () => {
    const response = await site.app.inject({ url: `${listQuestions.path}?page=1&page=2` })
    expect(response.json()).toMatchObject({ status: 400, data: [{ error_field: 'page' }] })
  })
})

describe('a cross-site request', () => {
  const post = async (headers: Record<string, string>, url: string = askQuestion.path) =>
    (await site.app.inject({ method: 'POST', url, headers, payload: question })).json<{
      reason: string
    }>().reason
  const cookie = () => ({ cookie: `sid=${ada.token}` })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:3000.evil.example' }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }],
  ])('is rejected with a cookie: %j', async (headers) => {
    expect(await post({ ...cookie(), ...headers })).toBe('base.cross_site')
  })

  it('is rejected before login too', async () => {
    expect(await post({ 'sec-fetch-site': 'cross-site' }, login.path)).toBe('base.cross_site')
  })

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'http://localhost:3000' }],
    [{}],
  ])('is accepted from the same site: %j', async (headers) => {
    expect(await post({ ...cookie(), ...headers })).toBe('base.success')
  })

  it('is accepted with a bearer token, which browsers never add on their own', async () => {
    const headers = { authorization: `Bearer ${ada.token}`, 'sec-fetch-site': 'cross-site' }
    expect(await post(headers)).toBe('base.success')
  })

  it('may read public data', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await site.app.inject({ url: listQuestions.path, headers })).statusCode).toBe(200)
  })
})

describe('GET /user/logout', () => {
  const fetchHeaders = (from: string, mode: string, dest: string) => ({
    'sec-fetch-site': from,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  })
  const logOut = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    const { token } = await aUser(site.ctx)
    const allHeaders = { cookie: `sid=${token}`, ...headers }
    const response = await site.app.inject({ method, url: logoutByLink.path, headers: allHeaders })
    return { status: response.statusCode, response, isLoggedIn: await isLoggedIn(token) }
  }
  const isLoggedIn = async (token: string) => (await site.as(token).call(currentUser, {})) !== null

  it.each([
    ['an image of a post', fetchHeaders('same-origin', 'no-cors', 'image')],
    ['an image of another site', fetchHeaders('cross-site', 'no-cors', 'image')],
    ['a script', fetchHeaders('same-origin', 'cors', 'empty')],
    ['a frame', fetchHeaders('same-origin', 'navigate', 'iframe')],
    ['a link on another site', fetchHeaders('cross-site', 'navigate', 'document')],
    ['a link on a sibling domain', fetchHeaders('same-site', 'navigate', 'document')],
    [
      'a prefetch',
      { ...fetchHeaders('same-origin', 'navigate', 'document'), 'sec-purpose': 'prefetch' },
    ],
    ['a browser without fetch metadata', {}],
  ])('rejects a cookie from %s', async (_case, headers) => {
    expect(await logOut(headers)).toMatchObject({ status: 403, isLoggedIn: true })
    expect(await logOut(headers, 'HEAD')).toMatchObject({ status: 403, isLoggedIn: true })
  })

  it('explains how to log out instead', async () => {
    const { response } = await logOut(fetchHeaders('same-origin', 'no-cors', 'image'))
    expect(response.json()).toMatchObject({ reason: 'error.auth.navigation_required', data: null })
    const crossSite = await logOut(fetchHeaders('cross-site', 'navigate', 'document'))
    expect(crossSite.response.json()).toMatchObject({ reason: 'base.cross_site' })
  })

  it.each(['same-origin', 'none'])('accepts a cookie in a navigation from %s', async (from) => {
    const navigation = fetchHeaders(from, 'navigate', 'document')
    expect(await logOut(navigation)).toMatchObject({ status: 200, isLoggedIn: false })
  })

  it('accepts a bearer token with any fetch metadata', async () => {
    const { token } = await aUser(site.ctx)
    const headers = {
      authorization: `Bearer ${token}`,
      ...fetchHeaders('cross-site', 'cors', 'empty'),
    }
    expect((await site.app.inject({ url: logoutByLink.path, headers })).statusCode).toBe(200)
    expect(await isLoggedIn(token)).toBe(false)
  })

  it('is the only GET that changes state, beside the activation links of admins', () => {
    const changing = Object.values(endpoints)
      .flatMap((feature) => Object.values<Endpoint>(feature))
      .filter(({ method, changesState }) => method === 'GET' && changesState)
    expect(changing.map(({ path }) => path)).toEqual([logoutByLink.path, createActivationLink.path])
  })
})

describe('a POST that changes nothing', () => {
  /** With the reason why it is not a GET. */
  const reasons = { [previewCustomMarkup.path]: 'custom markup is too long for a URL' }

  it('is declared only with a reason', () => {
    const unchanging = Object.values(endpoints)
      .flatMap((feature) => Object.values<Endpoint>(feature))
      .filter(({ method, changesState }) => method !== 'GET' && !changesState)
    expect(unchanging.map(({ path }) => path)).toEqual(Object.keys(reasons))
  })
})

describe('the session cookie', () => {
  const usernameWith = async (cookie: string) =>
    (await site.app.inject({ url: currentUser.path, headers: { cookie } })).json<{
      data: { username: string } | null
    }>().data?.username ?? null

  it('is `sid` on http and `__Host-sid` on https, never both', async () => {
    const setSiteUrl = (site_url: string) =>
      transact(site.ctx, (tx) => changeSettings(tx, generalSettings, { site_url }))
    expect(await usernameWith(`sid=${ada.token}`)).toBe('ada')
    expect(await usernameWith(`__Host-sid=${ada.token}`)).toBeNull()
    await setSiteUrl('https://porch.example.org')
    expect(await usernameWith(`sid=${ada.token}`)).toBeNull()
    expect(await usernameWith(`__Host-sid=${ada.token}`)).toBe('ada')
    await setSiteUrl('http://localhost:3000')
  })

  it('is ignored when there is a bearer token, valid or not', async () => {
    const headers = { cookie: `sid=${ada.token}`, authorization: 'Bearer nonsense' }
    const response = await site.app.inject({ url: currentUser.path, headers })
    expect(response.json()).toMatchObject({ data: null })
    expect((await site.app.inject({ method: 'POST', url: logout.path, headers })).statusCode).toBe(
      401,
    )
  })
})
