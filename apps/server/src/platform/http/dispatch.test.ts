import { currentUser, login, logout } from '@stoa/contract/features/accounts'
import { askQuestion, getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { getMessages } from '@stoa/locales/all'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aUser } from '../../features/people/auth/accounts.factory.ts'
import { identify } from '../../features/people/auth/sessions.ts'
import { routes } from '../../features.ts'
import { createDispatch } from './dispatch.ts'
import { withScope } from '../../kernel/request-scope.ts'
import { route, type Identify } from '../../kernel/route.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'

let site: TestSite
let token: string

beforeAll(async () => {
  site = await aSite()
  token = (await aUser(site.ctx, { role: 'admin' })).token
})
afterAll(() => site.close())

const getMissing = (headers: Record<string, string>) =>
  site.app.inject({ url: getQuestion.path, query: { id: '10019999999999999' }, headers })

describe('an error message', () => {
  const key = 'error.question.not_found'

  it.each([
    ['en_US', { 'accept-language': 'en' }],
    ['ar', { 'accept-language': 'ar-EG, en;q=0.5' }],
    ['zh_CN', { 'accept-language': 'fr, zh-CN;q=0.8' }],
    ['en_US', { 'accept-language': 'tlh' }],
    ['ar', { 'accept-language': 'en', cookie: 'lang=ar' }],
    ['en_US', {}],
  ] as const)('is in %s for %j', async (locale, headers) => {
    const response = await getMissing(headers)
    expect(response.json()).toEqual({
      status: 404,
      reason: key,
      msg: getMessages(locale)[key],
      data: null,
    })
  })

  it('is in the default language of the site without Accept-Language', async () => {
    const setLanguage = (language: string) =>
      transact(site.ctx, (tx) => changeSettings(tx, interfaceSettings, { language }))
    await setLanguage('zh_CN')
    expect((await getMissing({})).json()).toMatchObject({ msg: getMessages('zh_CN')[key] })
    await setLanguage('en_US')
  })
})

describe('an invalid field', () => {
  const send = (language: string, payload: object) =>
    site.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'accept-language': language },
      payload,
    })

  it.each(['en_US', 'ar', 'zh_CN'] as const)(
    'is returned with its message in %s',
    async (locale) => {
      const response = await send(locale.replace('_', '-'), { e_mail: 'nobody', pass: '' })
      const messages = getMessages(locale)
      expect(response.json()).toEqual({
        status: 400,
        reason: 'base.request_format_error',
        msg: messages['base.request_format_error'],
        data: [
          { error_field: 'e_mail', error_msg: messages['field.email'] },
          { error_field: 'pass', error_msg: messages['field.required'] },
        ],
      })
    },
  )

  it('provides the message of the response when it is the only one', async () => {
    const response = await send('en', { e_mail: 'ada@example.org', pass: '' })
    expect(response.json()).toMatchObject({ msg: getMessages('en_US')['field.required'] })
  })
})

describe('unusual input', () => {
  const ask = async (payload: object) => {
    const response = await site.app.inject({
      method: 'POST',
      url: askQuestion.path,
      headers: { authorization: `Bearer ${token}` },
      payload,
    })
    return response.statusCode
  }

  it('with a NUL character is rejected with status 400', async () => {
    const question = { title: 'A', content: 'b', tags: [{ slug_name: 'c' }] }
    expect(await ask({ ...question, content: 'nul \0 nul' })).toBe(400)
    expect(await ask({ ...question, title: 'nul \0' })).toBe(400)
    expect(await ask({ ...question, tags: [{ slug_name: 'd\0' }] })).toBe(400)
    const list = await site.app.inject({ url: listQuestions.path, query: { tag: 'a\0b' } })
    expect(list.statusCode).toBe(400)
  })

  it('never causes a server error', async () => {
    const text = (max: number) =>
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: max }),
        fc.string({ unit: 'grapheme', maxLength: max }),
        fc.constantFrom('İ'.repeat(35), 'ﷺ'.repeat(35), 'ß'.repeat(35), '\ud800', '%', '\\', "'"),
      )
    const question = fc.record({
      title: text(160),
      content: text(300),
      tags: fc.array(fc.record({ slug_name: text(36), display_name: text(36) }), { maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(question, async (input) => {
        expect([200, 400, 429]).toContain(await ask(input))
      }),
      { numRuns: 45, seed: 7 },
    )
  })

  it.each([
    { id: ['1', '2'] },
    { id: 'x'.repeat(40) },
    { id: '' },
    { page: '-1' },
    { page: '1e9' },
    { page_size: '101' },
    { order: 'random' },
    { in_days: 'NaN' },
    { __proto__: 'x' },
  ])('of a wrong type in a query is rejected or ignored: %j', async (query) => {
    for (const path of [getQuestion.path, listQuestions.path]) {
      const { statusCode } = await site.app.inject({ url: path, query: query as never })
      expect([200, 400, 404]).toContain(statusCode)
    }
  })
})

const caller = () => ({
  token,
  deviceToken: null,
  locale: 'en_US' as const,
  ip: '127.0.0.1',
  userAgent: 'test',
  requestId: 'a-request',
})
const guards = { identify, captcha: async () => async () => {} }

describe('an endpoint that does not change state', () => {
  it('gets no transaction', async () => {
    const writingRoute = route(currentUser, ({ transact: write }) => write(async () => null))
    const dispatch = createDispatch(site.ctx, [writingRoute], guards)
    expect(await dispatch(currentUser, {}, caller(), {})).toMatchObject({ reason: 'base.unknown' })
  })
})

describe('calls of one request', () => {
  it('look up the session once, and again after a write', async () => {
    let lookups = 0
    const identifyAndCount: Identify = async (ctx, sessionToken) => {
      lookups++
      return await identify(ctx, sessionToken)
    }
    const dispatch = createDispatch(site.ctx, routes, { ...guards, identify: identifyAndCount })
    const findUser = async () => (await dispatch(currentUser, {}, caller(), {})).data
    await withScope('a-request', async () => {
      expect(await findUser()).toMatchObject({ role_id: 2 })
      expect(await findUser()).toMatchObject({ role_id: 2 })
      expect(lookups).toBe(1)
      expect((await dispatch(logout, {}, caller(), {})).status).toBe(200)
      expect(await findUser()).toBeNull()
      expect(lookups).toBe(2)
    })
    await withScope('another-request', findUser)
    expect(lookups).toBe(3)
  })
})
