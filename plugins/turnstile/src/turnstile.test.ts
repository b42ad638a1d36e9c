import type { CaptchaSolution } from '@stoa/plugin-kit/captcha'
import { createTestKit, testPlugin } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const secret = '0x4AAAAAAAsecret'
type Token = { hostname: string; action: string; isUsed?: boolean }

/** Siteverify as Cloudflare documents it, with tokens that were issued. */
function siteverify(tokens: Record<string, Token>) {
  return ({ body }: { body: string }) => {
    const fields = new URLSearchParams(body)
    const reject = (code: string) => ({
      status: 400,
      body: JSON.stringify({ success: false, 'error-codes': [code], messages: [] }),
    })
    if (fields.get('secret') !== secret) return reject('invalid-input-secret')
    const token = tokens[fields.get('response') ?? '']
    if (token === undefined) return reject('invalid-input-response')
    if (token.isUsed === true) return reject('timeout-or-duplicate')
    token.isUsed = true
    const { hostname, action } = token
    const result = { success: true, 'error-codes': [], hostname, action, cdata: '' }
    return { body: JSON.stringify({ ...result, challenge_ts: '2026-01-01T00:00:00.000Z' }) }
  }
}

const aToken = (token: Partial<Token> = {}): Token => ({
  hostname: 'stoa.example',
  action: 'password',
  ...token,
})

function aKit(respond: ReturnType<typeof siteverify>, settings = {}) {
  return createTestKit({
    manifest,
    settings: { site_key: '1x00AA', secret_key: secret, ...settings },
    respond,
  })
}

const solution = (code: string): CaptchaSolution => ({ code, action: 'password', ip: '192.0.2.9' })
const verify = (kit: ReturnType<typeof aKit>, code: string) =>
  plugin.verifyCaptcha?.(solution(code), kit)

describe('verifyCaptcha', () => {
  it('accepts a token once', async () => {
    const kit = aKit(siteverify({ t1: aToken() }))
    expect(await verify(kit, 't1')).toBe(true)
    expect(await verify(kit, 't1')).toBe(false)
    expect(kit.sent[0]).toMatchObject({
      url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      method: 'POST',
      body: `secret=${secret}&response=t1`,
    })
  })

  it('rejects a token for another action or host, and one that was not issued', async () => {
    const tokens = { vote: aToken({ action: 'vote' }), host: aToken({ hostname: 'evil.example' }) }
    const kit = aKit(siteverify(tokens))
    for (const code of ['vote', 'host', 'made up']) expect(await verify(kit, code)).toBe(false)
  })

  it('does not send what cannot be a token', async () => {
    const kit = aKit(siteverify({}))
    expect(await verify(kit, 'x'.repeat(2049))).toBe(false)
    expect(kit.sent).toEqual([])
  })

  it('sends the IP address only if an admin wants it', async () => {
    const kit = aKit(siteverify({ t1: aToken() }), { send_ip: true })
    expect(await verify(kit, 't1')).toBe(true)
    expect(kit.sent[0]?.body).toContain('remoteip=192.0.2.9')
  })

  it('fails when Cloudflare does, or does not know the secret key', async () => {
    const kit = aKit(siteverify({ t1: aToken() }), { secret_key: 'wrong' })
    await expect(verify(kit, 't1')).rejects.toThrow('invalid-input-secret')
    for (const response of [{ status: 503 }, { body: '{}' }, { body: '<html>' }])
      await expect(
        verify(
          aKit(() => ({ body: '', ...response })),
          't1',
        ),
      ).rejects.toThrow()
  })
})

describe('the test button', () => {
  it('tells whether the secret key is right', async () => {
    const test = (kit: ReturnType<typeof aKit>) => plugin.actions?.['test']?.(kit)
    expect(await test(aKit(siteverify({})))).toBe('Cloudflare accepts the secret key.')
    const wrong = aKit(siteverify({}), { secret_key: 'wrong' })
    await expect(test(wrong)).rejects.toThrow('invalid-input-secret')
  })
})

it.each(
  testPlugin({ manifest, plugin, settings: { secret_key: secret }, respond: siteverify({}) }),
)('$name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined()
})
