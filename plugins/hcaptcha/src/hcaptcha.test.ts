import type { CaptchaSolution } from '@stoa/plugin-kit/captcha'
import { createTestKit, testPlugin } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const secret = '0x_hcaptcha_secret'
const siteKey = '10000000-ffff-ffff-ffff-000000000001'
type Token = { hostname: string; isUsed?: boolean }

/** Siteverify as hCaptcha documents it, with tokens that were issued. */
function siteverify(tokens: Record<string, Token>) {
  return ({ body }: { body: string }) => {
    const fields = new URLSearchParams(body)
    const reject = (code: string) => ({
      status: 200,
      body: JSON.stringify({ success: false, 'error-codes': [code] }),
    })
    if (fields.get('secret') !== secret) return reject('invalid-input-secret')
    if (fields.get('sitekey') !== siteKey) return reject('sitekey-secret-mismatch')
    const token = tokens[fields.get('response') ?? '']
    if (token === undefined) return reject('invalid-input-response')
    if (token.isUsed === true) return reject('already-seen-response')
    token.isUsed = true
    const { hostname } = token
    const result = { success: true, hostname, credit: false }
    return { body: JSON.stringify({ ...result, challenge_ts: '2026-01-01T00:00:00.000000Z' }) }
  }
}

const aToken = (token: Partial<Token> = {}): Token => ({
  hostname: 'stoa.example',
  ...token,
})

function aKit(respond: ReturnType<typeof siteverify>, settings = {}) {
  return createTestKit({
    manifest,
    settings: { site_key: siteKey, secret_key: secret, ...settings },
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
      url: 'https://api.hcaptcha.com/siteverify',
      method: 'POST',
      body: `secret=${secret}&sitekey=${siteKey}&response=t1`,
    })
  })

  it('rejects a token for another host, and one that was not issued', async () => {
    const kit = aKit(siteverify({ host: aToken({ hostname: 'evil.example' }) }))
    for (const code of ['host', 'made up']) expect(await verify(kit, code)).toBe(false)
  })

  it('accepts a token without the host, which hCaptcha leaves out at times', async () => {
    const kit = aKit(siteverify({ t1: aToken({ hostname: 'not-provided' }) }))
    expect(await verify(kit, 't1')).toBe(true)
  })

  it('sends the IP address only if an admin wants it', async () => {
    const kit = aKit(siteverify({ t1: aToken() }), { send_ip: true })
    expect(await verify(kit, 't1')).toBe(true)
    expect(kit.sent[0]?.body).toContain('remoteip=192.0.2.9')
  })

  it('fails when hCaptcha does, or does not know the keys', async () => {
    const kit = aKit(siteverify({ t1: aToken() }), { secret_key: 'wrong' })
    await expect(verify(kit, 't1')).rejects.toThrow('invalid-input-secret')
    const other = aKit(siteverify({}), { site_key: 'other' })
    await expect(verify(other, 't1')).rejects.toThrow('sitekey-secret-mismatch')
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
    expect(await test(aKit(siteverify({})))).toBe('hCaptcha accepts the secret key.')
    const wrong = aKit(siteverify({}), { secret_key: 'wrong' })
    await expect(test(wrong)).rejects.toThrow('invalid-input-secret')
  })
})

it.each(
  testPlugin({
    manifest,
    plugin,
    settings: { site_key: siteKey, secret_key: secret },
    respond: siteverify({}),
  }),
)('$name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined()
})
