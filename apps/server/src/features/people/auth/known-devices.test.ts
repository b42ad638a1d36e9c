import { login } from '@stoa/contract/features/accounts'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { askPasswordReset, changePassword, replacePassword } from '@stoa/contract/features/recovery'
import { confirmTotp, startTotp } from '@stoa/contract/features/second-factor'
import { rateLimits, type RateLimitName } from '@stoa/contract/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForCode } from '../../../../test/accounts.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { codeAt, stepAt } from './second-factor/totp.ts'
import { aUser } from './accounts.factory.ts'
import { knownDevices } from '../../../schema/accounts.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const pass = 'columns of marble'
const newPassword = 'a roof of cedar'
const wrong = { pass: 'not the password' }
const points = (name: RateLimitName) => rateLimits[name].points
const user = () => aUser(site.ctx, { password: pass })

let networks = 0
const aNetwork = () => `10.20.${++networks >> 8}.${networks & 255}`

type From = { network: string; device?: string }

async function send(endpoint: Endpoint, payload: object, { network, device }: From) {
  const response = await site.app.inject({
    method: endpoint.method as 'POST',
    url: endpoint.path,
    remoteAddress: network,
    payload,
    ...(device === undefined ? {} : { cookies: { device } }),
  })
  return response.json<Envelope>()
}

const logIn = (e_mail: string, from: From, input = { pass }) =>
  send(login, { e_mail, ...input }, from)
const recover = (e_mail: string, from: From) => send(askPasswordReset, { e_mail }, from)
const deviceOf = ({ data }: Envelope) => (data as { device_token: string }).device_token

/** Uses up a rate limit except for `left` attempts, without hashing a password for each. */
async function leaveAttempts(left: number, name: RateLimitName, subject: string) {
  for (let index = left; index < points(name); index++) await site.ctx.limits.take(name, subject)
}

describe('POST /user/login/email (rate limits)', () => {
  it('lets the owner log in when another network has used up its attempts', async () => {
    const { email } = await user()
    const attacker = aNetwork()
    await leaveAttempts(1, 'login.account_network', `${email} ${attacker}`)
    expect((await logIn(email, { network: attacker }, wrong)).status).toBe(400)
    expect((await logIn(email, { network: attacker }, wrong)).status).toBe(429)
    expect((await logIn(email, { network: aNetwork() })).status).toBe(200)
  })

  it('limits attempts from many networks, but not those of a known device', async () => {
    const { email } = await user()
    const device = deviceOf(await logIn(email, { network: aNetwork() }))
    await leaveAttempts(3, 'login.account', email)
    const statuses: number[] = []
    for (let index = 0; index < 4; index++)
      statuses.push((await logIn(email, { network: aNetwork() }, wrong)).status)
    expect(statuses).toEqual([400, 400, 429, 429])
    expect((await logIn(email, { network: aNetwork() })).status).toBe(429)
    expect((await logIn(email, { network: aNetwork(), device })).status).toBe(200)
  })

  it('limits attempts from a known device too', async () => {
    const { id, email } = await user()
    const device = deviceOf(await logIn(email, { network: aNetwork() }))
    const [row] = await site.ctx.db.select().from(knownDevices).where(eq(knownDevices.userId, id))
    await leaveAttempts(1, 'login.device', row?.id ?? '')
    const from = () => ({ network: aNetwork(), device })
    expect((await logIn(email, from(), wrong)).status).toBe(400)
    expect((await logIn(email, from(), wrong)).status).toBe(429)
  })

  it('treats devices that are expired, forged or of another account as unknown', async () => {
    const [ada, mallory] = [await user(), await user()]
    const device = deviceOf(await logIn(mallory.email, { network: aNetwork() }))
    const expired = deviceOf(await logIn(ada.email, { network: aNetwork() }))
    await site.db
      .update(knownDevices)
      .set({ expiresAt: site.ctx.clock.now() })
      .where(eq(knownDevices.userId, ada.id))
    await leaveAttempts(1, 'login.account', ada.email)
    for (const cookie of [device, expired, 'A'.repeat(43), ''])
      expect((await logIn(ada.email, { network: aNetwork(), device: cookie })).status).toBe(429)
  })

  it('reuses the token of a known device until the password changes', async () => {
    const { id, email, token } = await user()
    const device = deviceOf(await logIn(email, { network: aNetwork() }))
    expect(deviceOf(await logIn(email, { network: aNetwork(), device }))).toBe(device)
    const stored = await site.ctx.db.select().from(knownDevices).where(eq(knownDevices.userId, id))
    expect(stored.length).toBe(1)
    expect(JSON.stringify(stored)).not.toContain(device)
    await site.as(token).call(changePassword, { old_pass: pass, pass: newPassword })
    await leaveAttempts(1, 'login.account', email)
    const again = await logIn(email, { network: aNetwork(), device }, { pass: newPassword })
    expect(again.status).toBe(429)
  })
})

describe('POST /user/password/reset (rate limits)', () => {
  it('lets a new device log in after a reset by email, with the second factor', async () => {
    const ada = await user()
    const { secret } = await site.as(ada.token).call(startTotp, { pass })
    const code = codeAt(secret, stepAt(site.ctx.clock.now()))
    await site.as(ada.token).call(confirmTotp, { code })
    await leaveAttempts(0, 'login.account', ada.email)
    const network = aNetwork()
    expect((await logIn(ada.email, { network })).status).toBe(429)
    expect((await recover(ada.email, { network })).status).toBe(200)
    const link = await waitForCode(ada.email)
    const device = deviceOf(
      await send(replacePassword, { code: link, pass: newPassword }, { network }),
    )
    expect(await logIn(ada.email, { network, device }, { pass: newPassword })).toMatchObject({
      status: 403,
      reason: 'error.second_factor.required',
    })
  })

  it('accepts a known device when others have used up the limit', async () => {
    const { email } = await user()
    const device = deviceOf(await logIn(email, { network: aNetwork() }))
    const statuses: number[] = []
    for (let index = 0; index <= points('recover.account'); index++)
      statuses.push((await recover(email, { network: aNetwork() })).status)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]))
    expect(statuses.at(-1)).toBe(429)
    expect((await recover(email, { network: aNetwork(), device })).status).toBe(200)
  })

  it("keeps the owner's link valid when others use up the limit", async () => {
    const { email } = await user()
    const since = new Date()
    await recover(email, { network: aNetwork() })
    const code = await waitForCode(email, since)
    await leaveAttempts(1, 'recover.account', email)
    expect((await recover(email, { network: aNetwork() })).status).toBe(429)
    const response = await send(
      replacePassword,
      { code, pass: newPassword },
      { network: aNetwork() },
    )
    expect(response.status).toBe(200)
  })

  it('limits each network separately, and unknown emails the same way', async () => {
    const known = (await user()).email
    for (const email of [known, `nobody-${known}`]) {
      const attacker = aNetwork()
      const statuses: number[] = []
      for (let index = 0; index <= points('recover.account_network'); index++)
        statuses.push((await recover(email, { network: attacker })).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      expect((await recover(email, { network: aNetwork() })).status).toBe(200)
    }
  })
})
