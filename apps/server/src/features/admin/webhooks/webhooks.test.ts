import type { Client } from '@stoa/contract/client'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { askQuestion } from '@stoa/contract/features/questions'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
  updateWebhook,
} from '@stoa/contract/features/webhooks'
import { limits } from '@stoa/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hostileUrls } from '../../../../test/hostile-addresses.ts'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from '../../../schema/webhooks.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { deleteEncryptedWebhookSecrets, encryptWebhookSecrets } from './stored-secrets.ts'
import { trimLog } from './recording.actions.ts'
import { wantedEvents } from './webhooks.settings.ts'

const url = 'https://hooks.example.org/token-1234'
const input = { url, events: ['question.created' as const] }
const key = 'k'.repeat(43)

let site: TestSite
let admin: Client
// Without workers, so that nothing is sent.
beforeAll(async () => {
  site = await aSite({ env: { STOA_SECRET_KEY: key } })
  admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
})
afterAll(() => site.close())
afterEach(async () => {
  for (const { id } of await admin.call(listWebhooks, {})) await admin.call(deleteWebhook, { id })
})

const wanted = () => site.ctx.settings.get(wantedEvents).events
const hook = (changes: object = {}) => admin.call(createWebhook, { ...input, ...changes })
const rowOf = async (id: string) => {
  const [row] = await site.db.select().from(webhooks).where(eq(webhooks.id, id))
  return row!
}

describe('a webhook', () => {
  it('is for admins', async () => {
    const mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await expectError(mod.call(listWebhooks, {}), 'auth.forbidden')
    await expectError(mod.call(createWebhook, input), 'auth.forbidden')
    await expectError(mod.call(testWebhook, { id: '1' }), 'auth.forbidden')
  })

  it('is created with a secret that no other response and no log contains', async () => {
    const { id, secret } = await hook({ description: 'Chat' })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const shown = await admin.call(getWebhook, { id })
    expect(shown).toMatchObject({ ...input, description: 'Chat', state: 'active', attempts: 0 })
    const { list } = await admin.call(listStaffLog, {})
    const texts = JSON.stringify([shown, await admin.call(listWebhooks, {}), list])
    expect(texts).not.toContain(secret.slice(6))
    expect((await rowOf(id)).secret).toMatch(/^stoa1:/)
  })

  it('needs events, and keeps none beside all', async () => {
    const rejection = await rejectionOf(hook({ events: [] }))
    expect(rejection.data).toMatchObject([{ error_field: 'events' }])
    const { id } = await hook({ all_events: true })
    expect(await admin.call(getWebhook, { id })).toMatchObject({ all_events: true, events: [] })
  })

  it('is changed, and leaves the URL out of the staff log', async () => {
    const { id } = await hook()
    const changes = { events: ['answer.created' as const], description: 'New' }
    await admin.call(updateWebhook, { id, url, ...changes })
    expect(await admin.call(getWebhook, { id })).toMatchObject(changes)
    await expectError(admin.call(updateWebhook, { ...input, id: '999' }), 'object.not_found')
    const { list } = await admin.call(listStaffLog, { action: 'change_webhook' })
    expect(list[0]).toMatchObject({
      before: { webhook: id, events: 'question.created' },
      after: { host: 'hooks.example.org', events: 'answer.created' },
    })
    expect(JSON.stringify(list)).not.toContain('token-1234')
  })

  it('is deleted with its log, while the staff log still names it', async () => {
    const { id } = await hook({ description: 'Chat of the bakers' })
    await admin.call(testWebhook, { id })
    await admin.call(deleteWebhook, { id })
    await expectError(admin.call(getWebhook, { id }), 'object.not_found')
    await expectError(admin.call(listDeliveries, { id }), 'object.not_found')
    expect(await site.db.$count(webhookDeliveries)).toBe(0)
    const { list } = await admin.call(listStaffLog, { action: 'delete_webhook' })
    expect(list[0]?.before).toMatchObject({ webhook: id, description: 'Chat of the bakers' })
  })

  it('is one of a limited number', async () => {
    await site.db.execute(sql`
      insert into webhooks (url, description, events, all_events, state, secret, created_at)
      select ${url}, '', '{}', true, 'paused', 'x', now() from generate_series(1, ${limits.webhooks.max})`)
    await expectError(hook(), 'webhook.too_many')
  })

  it.each(hostileUrls)('is not created for %s', async (hostile) => {
    // An admin of its own, because of the rate limit.
    const { token } = await aUser(site.ctx, { role: 'admin' })
    const call = site.as(token).call(createWebhook, { ...input, url: hostile })
    expect((await rejectionOf(call)).data).toMatchObject([{ error_field: 'url' }])
    expect(await site.db.$count(webhooks)).toBe(0)
  })
})

describe('the state of a webhook', () => {
  it('decides which events are announced', async () => {
    const { id } = await hook()
    await hook({ events: ['tag.created'] })
    expect(wanted()).toEqual(['question.created', 'tag.created'])
    await admin.call(setWebhookState, { id, state: 'paused' })
    await admin.call(setWebhookState, { id, state: 'paused' })
    expect(wanted()).toEqual(['tag.created'])
    await expectError(admin.call(testWebhook, { id }), 'webhook.not_active')
    await admin.call(setWebhookState, { id, state: 'active' })
    expect(wanted()).toEqual(['question.created', 'tag.created'])
    const { list } = await admin.call(listStaffLog, { action: 'pause_webhook' })
    expect(list).toHaveLength(1)
  })

  it('is known to other processes within a moment', async () => {
    const { engine } = site.ctx.database
    if (engine.kind !== 'postgres') throw new Error('requires PostgreSQL')
    const env = { STOA_SECRET_KEY: key }
    const other = await aSite({ databaseUrl: engine.url, env, isInstalled: false })
    const wantedThere = () => other.ctx.settings.get(wantedEvents).events
    expect(wantedThere()).toEqual([])
    const { id } = await hook()
    await expect.poll(wantedThere).toEqual(['question.created'])
    await admin.call(deleteWebhook, { id })
    await expect.poll(wantedThere).toEqual([])
    await other.close()
  })

  it('cannot be changed once the receiver is gone', async () => {
    const { id } = await hook()
    await site.db.update(webhooks).set({ state: 'ended' }).where(eq(webhooks.id, id))
    await expectError(admin.call(setWebhookState, { id, state: 'active' }), 'webhook.ended')
  })
})

describe('the secret of a webhook', () => {
  it('is replaced, and the former one stays for a day', async () => {
    const { id, secret } = await hook()
    const before = await rowOf(id)
    const next = await admin.call(rotateWebhookSecret, { id })
    expect(next.secret).not.toBe(secret)
    expect((await rowOf(id)).formerSecret).toBe(before.secret)
    const { former_secret_until: until } = await admin.call(getWebhook, { id })
    expect(until * 1000 - Date.now()).toBeGreaterThan(86_000_000)
    site.advance(86_400_000 + 60_000)
    expect(await admin.call(getWebhook, { id })).toMatchObject({ former_secret_until: 0 })
    await transact(site.ctx, (tx) => trimLog(tx, { before: new Date(0), max: 10 }))
    expect((await rowOf(id)).formerSecret).toBeNull()
  })

  it('that is in plain text is encrypted at the next start', async () => {
    const { id } = await hook()
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    await site.db.update(webhooks).set({ secret }).where(eq(webhooks.id, id))
    await encryptWebhookSecrets(site.ctx)
    const stored = (await rowOf(id)).secret!
    expect(stored).toMatch(/^stoa1:/)
    expect(site.ctx.secrets.decrypt(stored, `webhook ${id}`)).toBe(secret)
  })

  it('that is lost pauses the webhook until there is a new one', async () => {
    const { id } = await hook()
    await transact(site.ctx, async (tx) => {
      expect(await deleteEncryptedWebhookSecrets(tx)).toBe(1)
    })
    await expectError(admin.call(setWebhookState, { id, state: 'active' }), 'webhook.secret_lost')
    await admin.call(rotateWebhookSecret, { id })
    await admin.call(setWebhookState, { id, state: 'active' })
  })
})

describe('an event', () => {
  /** The statements of a request. */
  async function ask() {
    const { token } = await aUser(site.ctx, { role: 'moderator' })
    const { path, method } = askQuestion
    const content = 'I keep it in the fridge.'
    const payload = { title: 'Does it freeze?', content, tags: [{ slug_name: 'baking' }] }
    const headers = { authorization: `Bearer ${token}` }
    const response = await site.app.inject({ method, url: path, headers, payload })
    expect(response.statusCode).toBe(200)
    return Number(response.headers['x-sql-count'])
  }

  it('costs one statement when webhooks want it, and none otherwise', async () => {
    await ask()
    const before = await ask()
    const { id } = await hook({ events: ['tag.created'] })
    expect(await ask()).toBe(before)
    await admin.call(updateWebhook, { id, ...input })
    expect(await ask()).toBe(before + 1)
    await hook()
    expect(await ask()).toBe(before + 1)
  })

  it('adds no job that no webhook wants', async () => {
    const count = async () => {
      const { rows } = await site.db.execute<{ count: number }>(
        sql`select count(*)::int as count from pgboss.job where name = 'webhooks.due/queue'`,
      )
      return rows[0]?.count
    }
    const before = await count()
    const { id } = await hook({ events: ['tag.created'] })
    await ask()
    expect(await count()).toBe(before)
    await admin.call(updateWebhook, { id, ...input })
    await ask()
    expect(await count()).toBe(before! + 1)
  })
})

describe('the log', () => {
  it('loses what is older than two weeks, and the oldest beyond the limit', async () => {
    const { id } = await hook()
    await site.db.execute(sql`
      with added as (
        insert into webhook_deliveries (webhook_id, message_id, event, body, state, attempts, created_at)
        select ${id}, 'msg_' || n, 'question.created', '{}', 'delivered', 1, now() - n * interval '1 day'
        from generate_series(1, 20) n returning id, webhook_id)
      insert into webhook_attempts (delivery_id, webhook_id, number, started_at, duration_ms, status,
        error, request_headers, response_headers, response_body)
      select id, webhook_id, 1, now(), 5, 200, '', '{}', '{}', '' from added`)
    const before = new Date(Date.now() - 14.5 * 86_400_000)
    await transact(site.ctx, (tx) => trimLog(tx, { before, max: 100 }))
    expect((await admin.call(listDeliveries, { id })).count).toBe(14)
    await transact(site.ctx, (tx) => trimLog(tx, { before, max: 5 }))
    const { list } = await admin.call(listDeliveries, { id })
    expect(list).toHaveLength(5)
    expect(await site.db.$count(webhookAttempts)).toBe(5)
  })
})
