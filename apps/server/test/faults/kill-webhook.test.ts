import { createClient, fetchTransport } from '@stoa/contract/client'
import { createWebhook, listDeliveries, testWebhook } from '@stoa/contract/features/webhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { webhookDeliveries } from '../../src/schema/webhooks.ts'
import { createTestDatabase } from '../databases.ts'
import { aProgram, type Program, type Running } from '../program.ts'
import { openReceiver, type Receiver } from '../webhook-receiver.ts'
import { installWithUsers, openSite } from './ask-under-kills.ts'

let program: Program
let receiver: Receiver
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  program = await aProgram()
  receiver = await openReceiver()
  database = await createTestDatabase()
})
afterAll(async () => {
  await receiver.close()
  await database.drop()
  program.remove()
})

it('delivers a webhook again, with the same id, when the process was killed while it sent it', async () => {
  const env = { STOA_DATABASE_URL: database.url, STOA_PUSH_PRIVATE_ENDPOINTS: 'true' }
  await openSite(env, async (ctx) => {
    await installWithUsers(ctx, 0)
    const { token } = await aUser(ctx, { role: 'admin' })
    const clientOf = ({ origin }: Running) =>
      createClient(fetchTransport(origin, { authorization: `Bearer ${token}` }))
    receiver.respond('/', 'hang')
    const first = await program.start('all', env)
    const url = `${receiver.url}/`
    const { id } = await clientOf(first).call(createWebhook, { url, all_events: true })
    await clientOf(first).call(testWebhook, { id })
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1)
    await first.kill()
    receiver.respond('/', { status: 200 })
    // As if the claim of the killed process had ended.
    const longAgo = new Date(Date.now() - 60_000)
    await ctx.autocommit.update(webhookDeliveries).set({ claimedUntil: longAgo })
    const second = await program.start('all', env)
    const state = async () => (await clientOf(second).call(listDeliveries, { id })).list[0]?.state
    await expect.poll(state, { timeout: 60_000 }).toBe('delivered')
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[0]])
    expect(await second.stop()).toBe(0)
  })
})
