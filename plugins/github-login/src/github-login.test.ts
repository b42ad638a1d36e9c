import type { PluginValues } from '@stoa/contract/plugin-fields'
import { Rejection } from '@stoa/plugin-kit/server'
import { createTestKit } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const callback = { callbackUrl: 'https://stoa.example/back', state: 'a-state' }
const user = { id: 583231, login: 'octavia', name: 'Octavia', email: 'public@example.org' }
const verified = { email: 'octavia@example.org', primary: true, verified: true }

type Responses = { token?: unknown; user?: unknown; emails?: unknown; status?: number }

function aKit(responses: Responses = {}, settings: PluginValues = {}) {
  const { token = { access_token: 'gho_secret', token_type: 'bearer' } } = responses
  const { user: found = user, emails = [verified], status = 200 } = responses
  return createTestKit({
    manifest,
    settings: { client_id: 'id', client_secret: 'secret', ...settings },
    respond({ url }) {
      const bodies = [
        ['/access_token', token],
        ['/user/emails', emails],
        ['/user', found],
      ] as const
      const [, body] = bodies.find(([end]) => url.endsWith(end)) ?? []
      const isToken = url.endsWith('/access_token')
      return { status: isToken ? 200 : status, body: JSON.stringify(body) }
    },
  })
}

async function logIn(
  kit: ReturnType<typeof aKit>,
  parameters: Record<string, string> = { code: 'c' },
) {
  const started = await plugin.connector?.start?.(callback, kit)
  const response = {
    ...callback,
    memory: started?.memory ?? null,
    method: 'GET' as const,
    parameters,
  }
  return await plugin.connector?.finish?.(response, kit)
}

describe('login with GitHub', () => {
  it('sends the browser there, with the code challenge of the verifier', async () => {
    const kit = aKit()
    const started = await plugin.connector?.start?.(callback, kit)
    const url = new URL(started?.url ?? '')
    expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'id',
      redirect_uri: callback.callbackUrl,
      state: 'a-state',
      scope: 'read:user user:email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    })
    expect(url.href).not.toContain('secret')
  })

  it('returns the user with the email of the list, not the public one', async () => {
    const kit = aKit()
    expect(await logIn(kit)).toEqual({
      id: 'api.github.com#583231',
      displayName: 'Octavia',
      username: 'octavia',
      email: 'octavia@example.org',
      isEmailVerified: true,
      role: null,
    })
    expect(kit.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://github.com/login/oauth/access_token',
      'GET https://api.github.com/user',
      'GET https://api.github.com/user/emails',
    ])
    expect(kit.sent[0]?.body).toMatch(/code=c&.*code_verifier=[\w-]{43}/)
  })

  const other = { email: 'old@example.org', primary: false, verified: true }
  it.each([
    ['the primary one', [other, verified], verified.email, true],
    [
      'the primary one, although it is not verified',
      [other, { ...verified, verified: false }],
      verified.email,
      false,
    ],
    [
      'a verified one without a primary one',
      [{ ...other, verified: false, email: 'a@b.c' }, other],
      other.email,
      true,
    ],
    ['none', [], '', false],
  ])('takes of emails %s', async (_case, emails, email, isEmailVerified) => {
    expect(await logIn(aKit({ emails }))).toMatchObject({ email, isEmailVerified })
  })

  it.each([
    ['https://github.example.com', 'https://github.example.com/api/v3/user'],
    ['https://octo.ghe.com/', 'https://api.octo.ghe.com/user'],
    ['https://github.com', 'https://api.github.com/user'],
  ])('uses GitHub Enterprise at %s', async (enterprise_url, url) => {
    const kit = aKit({}, { enterprise_url })
    await logIn(kit)
    expect(kit.sent[1]?.url).toBe(url)
    expect(kit.sent[0]?.url).toMatch(new URL(enterprise_url).host)
  })

  it.each([
    [
      'a code that is wrong',
      { token: { error: 'bad_verification_code' } },
      {},
      'bad_verification_code',
    ],
    ['no token', { token: {} }, {}, 'no access token'],
    [
      'another type of token',
      { token: { access_token: 'x', token_type: 'mac' } },
      {},
      'not a bearer',
    ],
    ['no ID', { user: { login: 'octavia' } }, {}, 'has no id'],
    ['an error', { status: 500 }, {}, 'status 500'],
    ['emails that are no list', { emails: { message: 'no scope' } }, {}, 'not a list'],
    ['no code', {}, { code: '' }, 'no code'],
    ['an error in the URL', {}, { error: 'server_error' }, 'server_error'],
  ])('is rejected with %s', async (_case, responses, parameters, reason) => {
    const kit = aKit(responses)
    const work = logIn(kit, { code: 'c', ...parameters })
    await expect(work).rejects.toThrow(Rejection)
    await expect(work).rejects.toThrow(/^Login with GitHub failed\./)
    expect(kit.logged).toHaveLength(1)
    expect(kit.logged[0]?.text).toContain(reason)
    expect(kit.logged[0]?.text).not.toContain('gho_secret')
  })

  it('says kindly that the user declined', async () => {
    const work = logIn(aKit(), { error: 'access_denied' })
    await expect(work).rejects.toThrow('You did not log in with GitHub.')
  })

  it('does not send a code to another server than the one it began with', async () => {
    const started = await plugin.connector?.start?.(callback, aKit())
    const kit = aKit({}, { enterprise_url: 'https://other.example.com' })
    const response = {
      ...callback,
      memory: started?.memory ?? null,
      method: 'GET' as const,
      parameters: { code: 'c' },
    }
    await expect(async () => await plugin.connector?.finish?.(response, kit)).rejects.toThrow(
      Rejection,
    )
    expect(kit.sent).toEqual([])
  })

  it('is rejected before it is set up', async () => {
    await expect(logIn(aKit({}, { client_id: '' }))).rejects.toThrow('not set up yet')
  })
})
