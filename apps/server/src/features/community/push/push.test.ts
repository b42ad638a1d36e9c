import { login, logout } from '@stoa/contract/features/accounts'
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile-settings'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '@stoa/contract/features/push'
import { endOtherSessions } from '@stoa/contract/features/sessions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPushService, type PushService } from '../../../../test/push-service.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { settings } from '../../../schema/settings.ts'
import { pushSubscriptions } from '../../../schema/push.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aMember } from '../notifications/notifications.factory.ts'
import { aSubscriber } from './push.factory.ts'

let site: TestSite
let service: PushService
beforeAll(async () => {
  const env = { STOA_PUSH_PRIVATE_ENDPOINTS: 'true', STOA_SECRET_KEY: 'k'.repeat(43) }
  site = await aSite({ env })
  service = await openPushService()
})
afterAll(async () => {
  await site.close()
  await service.close()
})

const endpointsOf = async (userId: string) => {
  const rows = await site.db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
  return rows.map(({ endpoint }) => endpoint)
}

describe('GET /push/key', () => {
  it('returns the same public key each time, and stores no private key in plain text', async () => {
    const { client } = await aMember(site, 'Key reader')
    const { public_key: key } = await client.call(getPushKey, {})
    expect(Buffer.from(key, 'base64url')).toHaveLength(65)
    expect((await client.call(getPushKey, {})).public_key).toBe(key)
    const [row] = await site.db.select().from(settings).where(eq(settings.name, 'secret'))
    expect(JSON.stringify(row)).toContain('stoa1:')
  })

  it('is for members', async () => {
    await expectError(site.as().call(getPushKey, {}), 'auth.required')
    const { token } = await aUser(site.ctx, { isActivated: false })
    await expectError(site.as(token).call(getPushKey, {}), 'auth.inactive')
  })
})

describe('PUT /push/subscription', () => {
  it('replaces the former subscription of the browser', async () => {
    const ada = await aSubscriber(site, service, 'Ada')
    const next = service.aBrowser()
    await ada.client.call(subscribeToPush, next)
    await ada.client.call(subscribeToPush, next)
    expect(await endpointsOf(ada.id)).toEqual([next.endpoint])
  })

  it('moves an endpoint to the user who logged in last', async () => {
    const ada = await aSubscriber(site, service, 'Ada first')
    const ben = await aMember(site, 'Ben second')
    await ben.client.call(subscribeToPush, { ...service.aBrowser(), endpoint: ada.endpoint })
    expect(await endpointsOf(ada.id)).toEqual([])
    expect(await endpointsOf(ben.id)).toEqual([ada.endpoint])
  })

  it('rejects keys of other forms and points outside of the curve', async () => {
    const { client } = await aMember(site, 'Wrong keys')
    const browser = service.aBrowser()
    const call = (changes: object) => client.call(subscribeToPush, { ...browser, ...changes })
    await expectError(call({ p256dh: `B${'A'.repeat(86)}` }), 'push.subscription_rejected')
    await expectError(call({ auth: 'short' }), 'base.request_format_error')
    await expectError(call({ endpoint: 'file:///etc/passwd' }), 'base.request_format_error')
  })

  it('rejects endpoints in private networks, unless the configuration allows them', async () => {
    const strict = await aSite()
    const { client } = await aMember(strict, 'Scanner')
    const browser = service.aBrowser()
    for (const endpoint of [browser.endpoint, 'https://10.0.0.1/x', 'https://localhost/x'])
      await expectError(
        client.call(subscribeToPush, { ...browser, endpoint }),
        'push.subscription_rejected',
      )
    await client.call(subscribeToPush, { ...browser, endpoint: 'https://push.example.com/x' })
    await strict.close()
  })
})

describe('DELETE /push/subscription', () => {
  it('removes only what belongs to the caller', async () => {
    const ada = await aSubscriber(site, service, 'Ada leaving')
    const ben = await aMember(site, 'Ben meddling')
    await ben.client.call(unsubscribeFromPush, { endpoint: ada.endpoint })
    expect(await endpointsOf(ada.id)).toEqual([ada.endpoint])
    await ada.client.call(unsubscribeFromPush, { endpoint: ada.endpoint })
    await ada.client.call(unsubscribeFromPush, { endpoint: ada.endpoint })
    expect(await endpointsOf(ada.id)).toEqual([])
  })
})

describe('a subscription', () => {
  it('ends with its session', async () => {
    const ada = await aSubscriber(site, service, 'Ada out')
    await ada.client.call(logout, {})
    expect(await endpointsOf(ada.id)).toEqual([])
  })

  it('ends when its session is ended from another device', async () => {
    const password = 'columns of marble'
    const { id, email, token } = await aUser(site.ctx, { password })
    const browser = service.aBrowser()
    await site.as(token).call(subscribeToPush, browser)
    const other = await site.as().call(login, { e_mail: email, pass: password })
    await site.as(token).call(endOtherSessions, {})
    expect(await endpointsOf(id)).toEqual([browser.endpoint])
    const third = await site.as().call(login, { e_mail: email, pass: password })
    expect(third.access_token).not.toBe(other.access_token)
    await site.as(third.access_token).call(endOtherSessions, {})
    expect(await endpointsOf(id)).toEqual([])
  })

  it('is part of the data export, and of the deletion of the account', async () => {
    const ada = await aSubscriber(site, service, 'Ada gone')
    const data = await ada.client.call(exportMyData, {})
    expect(data).toMatchObject({ pushSubscriptions: [{ endpoint: ada.endpoint }] })
    expect(JSON.stringify(data)).not.toContain('p256dh')
    await ada.client.call(deleteAccount, { content: 'keep' })
    expect(await endpointsOf(ada.id)).toEqual([])
  })
})
