import type { InputOf } from '@stoa/contract/endpoint'
import { checkMailServer } from '@stoa/contract/features/mail-check'
import { changeSmtpSettings } from '@stoa/contract/features/site-settings'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import dns from 'node:dns/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { startStrictSmtp } from '../../../../../../scripts/services/strict-smtp.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { startNameServer } from '../../../../test/name-server.ts'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: ReturnType<TestSite['as']>
let names: Awaited<ReturnType<typeof startNameServer>>
const servers = dns.getServers()

const key = Buffer.alloc(294, 7).toString('base64')
beforeAll(async () => {
  names = await startNameServer({
    'good.example': {
      txt: ['v=spf1 a:smtp.good.example -all', 'google-site-verification=abc'],
      mx: ['mx.good.example'],
    },
    'mail._domainkey.good.example': { txt: [`v=DKIM1; k=rsa; p=${key}`] },
    '_dmarc.good.example': { txt: ['v=DMARC1; p=quarantine'] },
    'news.good.example': { txt: ['v=spf1 -all', 'v=spf1 ~all'], a: ['192.0.2.1'] },
  })

  dns.setServers([names.address])
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { role: 'admin', name: 'Ines' })).token)
})
afterAll(async () => {
  dns.setServers(servers)
  await names.close()
  await site.close()
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function aServer(options: Parameters<typeof startStrictSmtp>[0] = {}) {
  const server = await startStrictSmtp(options)
  closing.push(server.close)
  return { smtp_host: '127.0.0.1', smtp_port: server.port, encryption: options.encryption ?? '' }
}

const check = (input: InputOf<typeof checkMailServer>) => admin.call(checkMailServer, input)

/** The steps as `name state problem`. */
async function stepsOf(input: InputOf<typeof checkMailServer>) {
  const { steps } = await check(input)
  return steps.map(({ step, state, problem }) => [step, state, problem].filter(Boolean).join(' '))
}

describe('the steps', () => {
  it('succeed one after the other', async () => {
    const server = await aServer({ password: 'marble' })
    const login = { smtp_authentication: true, smtp_username: 'stoa', smtp_password: 'marble' }
    expect(await stepsOf({ ...server, ...login })).toEqual([
      'resolve ok',
      'connect ok',
      'tls ok',
      'login ok',
      'send skipped',
    ])
  })

  it('stop at a wrong password', async () => {
    const server = await aServer({ password: 'marble' })
    const login = { smtp_authentication: true, smtp_username: 'stoa', smtp_password: 'granite' }
    expect((await stepsOf({ ...server, ...login })).slice(3)).toEqual([
      'login failed login_rejected',
      'send skipped',
    ])
  })

  it('stop at a port where nothing listens, and at a host that does not exist', async () => {
    expect((await stepsOf({ smtp_host: '127.0.0.1', smtp_port: 1 }))[1]).toBe(
      'connect failed refused',
    )
    expect((await stepsOf({ smtp_host: 'nowhere.invalid' }))[0]).toBe(
      'resolve failed host_not_found',
    )
    expect(await stepsOf({})).toEqual(['resolve failed no_host'])
  })

  it('name the wrong encryption', async () => {
    const plain = await aServer()
    expect((await stepsOf({ ...plain, encryption: 'TLS' }))[2]).toBe('tls failed tls_not_offered')
    expect((await stepsOf({ ...plain, encryption: 'SSL' }))[2]).toBe('tls failed wrong_encryption')
  })

  it.each(['SSL', 'TLS'] as const)('reject a certificate that is not valid (%s)', async (mode) => {
    const server = await aServer({ encryption: mode })
    expect((await stepsOf(server))[2]).toBe('tls failed certificate_expired')
  })

  it('name a server that is no mail server, and say nothing of what it says', async () => {
    const other = createServer((socket) => socket.end('-NOAUTH secret banner\r\n'))
    other.listen(0, '127.0.0.1')
    closing.push(() => new Promise((resolve) => other.close(() => resolve())))
    await expect.poll(() => other.listening).toBe(true)
    const { port } = other.address() as AddressInfo
    const result = await check({ smtp_host: '127.0.0.1', smtp_port: port, encryption: '' })
    expect(result.steps[2]).toMatchObject({ step: 'tls', state: 'failed' })
    expect(JSON.stringify(result)).not.toContain('banner')
  })
})

describe('the test email', () => {
  const recipient = () => `check-${process.pid}-${Date.now()}@example.org`

  it('is sent through the saved settings', async () => {
    const { port } = new URL(servicePorts().smtp.url)
    await admin.call(changeSmtpSettings, {
      smtp_host: '127.0.0.1',
      smtp_port: Number(port),
      encryption: '',
      from_email: 'stoa@good.example',
    })
    const to = recipient()
    expect((await stepsOf({ test_email_recipient: to })).at(-1)).toBe('send ok')
    await waitForMail({ to })
    const unsaved = check({ test_email_recipient: to, smtp_port: 1 })
    await expectError(unsaved, 'base.request_format_error')
  })

  it('says that the server does not relay', async () => {
    const { encryption, ...server } = await aServer({ rejects: 'Relay access denied' })
    await admin.call(changeSmtpSettings, { ...server, encryption })
    expect((await stepsOf({ test_email_recipient: recipient() })).at(-1)).toBe(
      'send failed relay_refused',
    )
  })
})

describe('the records of the sender', () => {
  const recordsOf = async (from_email: string, dkim_selector = '') =>
    (await check({ from_email, dkim_selector })).records

  it('are found', async () => {
    const records = await recordsOf('stoa@good.example', 'mail')
    expect(records.map(({ record, state, name }) => `${record} ${state} ${name}`)).toEqual([
      'spf ok good.example',
      'dkim ok mail._domainkey.good.example',
      'dmarc ok _dmarc.good.example',
      'mx ok good.example',
    ])
    expect(records[0]?.found).toEqual(['v=spf1 a:smtp.good.example -all'])
  })

  it('are inherited (DMARC), ambiguous (SPF), or missing', async () => {
    const records = await recordsOf('stoa@news.good.example')
    expect(records).toMatchObject([
      { record: 'spf', state: 'failed', problem: 'several' },
      { record: 'dkim', state: 'warning', problem: 'selector_needed' },
      { record: 'dmarc', state: 'ok', name: '_dmarc.good.example' },
      { record: 'mx', state: 'warning', problem: 'missing' },
    ])
    const none = await recordsOf('stoa@nowhere.example')
    expect(none[0]).toMatchObject({
      problem: 'missing',
      suggestion: expect.stringContaining('v=spf1') as string,
    })
  })
})

describe('POST setting/smtp/check', () => {
  it('is for admins, and leaves an entry in the staff log without the password', async () => {
    const moderator = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await expectError(moderator.call(checkMailServer, {}), 'auth.forbidden')
    await check({ smtp_host: '127.0.0.1', smtp_port: 1, smtp_password: 'porphyry' })
    const { list } = await admin.call(listStaffLog, { action: 'check_mail_server' })
    expect(list[0]).toMatchObject({ after: { server: '127.0.0.1:1', recipient: null } })
    expect(JSON.stringify(list)).not.toContain('porphyry')
  })

  it('sends the saved password to no other server', async () => {
    await admin.call(changeSmtpSettings, { smtp_host: 'smtp.good.example', smtp_password: 'own' })
    for (const smtp_password of [undefined, secretMask]) {
      const input = { smtp_host: '127.0.0.1', ...(smtp_password && { smtp_password }) }
      const envelope = await rejectionOf(check(input))
      expect(envelope).toMatchObject({ reason: 'error.setting.password_again' })
    }
    const own = { smtp_host: '127.0.0.1', smtp_port: 1, smtp_password: 'new' }
    expect((await stepsOf(own))[1]).toBe('connect failed refused')
  })
})
