import type { Client } from '@stoa/contract/client'
import { WebhookPayload } from '@stoa/contract/features/webhook-events'
import { deletePermanently } from '@stoa/contract/features/content-moderation'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import {
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  redeliver,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
} from '@stoa/contract/features/webhooks'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { isSigned, openReceiver, type Receiver } from '../../../../test/webhook-receiver.ts'
import { transact } from '../../../kernel/transact.ts'
import { webhookDeliveries, webhooks } from '../../../schema/webhooks.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { retryPauses } from './webhooks.rules.ts'
import { advanceAndWake, aWebhook } from './webhooks.factory.ts'

let site: TestSite
let admin: Client
let adminEmail: string
let receiver: Receiver
const created: string[] = []

beforeAll(async () => {
  receiver = await openReceiver()
  const env = {
    STOA_PUSH_PRIVATE_ENDPOINTS: 'true',
    STOA_SECRET_KEY: 'k'.repeat(43),
    STOA_SMTP_URL: servicePorts().smtp.url,
  }
  site = await aSite({ works: true, env })
  const user = await aUser(site.ctx, { role: 'admin' })
  adminEmail = user.email
  admin = site.as(user.token)
})
afterAll(async () => {
  await receiver.close()
  await site.close()
})
afterEach(async () => {
  for (const id of created.splice(0)) await admin.call(deleteWebhook, { id })
})

async function hook(input: Parameters<typeof aWebhook>[2] = {}) {
  const webhook = await aWebhook(admin, receiver, input)
  created.push(webhook.id)
  return webhook
}

const logOf = async (id: string) => (await admin.call(listDeliveries, { id })).list
const stateOf = async (id: string) => (await logOf(id))[0]?.state
const attemptsOf = async (id: string) => (await logOf(id))[0]?.attempts ?? 0
const send = (id: string) => admin.call(testWebhook, { id })
/** The first retry follows after seconds, which a busy machine may take between two lines of a test. */
async function waitForAttempts(id: string, least: number) {
  await expect.poll(() => attemptsOf(id)).toBeGreaterThanOrEqual(least)
}
const maxPause = (tries: number) => retryPauses[tries - 1]! * 1.3

describe('a delivery', () => {
  it('is signed, and described in the log', async () => {
    const { id, secret, path, requests } = await hook({
      events: ['question.created'],
      all_events: false,
    })
    const headers = { 'x-answer': 'yes', 'content-type': 'text/plain' }
    receiver.respond(path, { status: 201, headers, body: 'Thank\0 you' })
    const question = await aQuestion(admin, { title: 'Does it freeze well?' })
    await expect.poll(() => stateOf(id)).toBe('delivered')
    const [request] = requests()
    expect(await isSigned(request!, secret)).toBe(true)
    expect(await isSigned({ ...request!, body: `${request!.body} ` }, secret)).toBe(false)
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/) as string,
      'user-agent': expect.stringMatching(/^Stoa\//) as string,
    })
    const payload = WebhookPayload.parse(JSON.parse(request!.body))
    expect(payload).toMatchObject({
      id: request!.headers['webhook-id'],
      type: 'question.created',
      version: 1,
      data: { question: { id: question.id, title: 'Does it freeze well?', tags: ['baking'] } },
    })
    const [logged] = await logOf(id)
    expect(logged).toMatchObject({ event: 'question.created', attempts: 1, status: 201 })
    const { body, list } = await admin.call(getDelivery, { id: logged!.id })
    expect(body).toBe(request!.body)
    expect(list).toMatchObject([
      {
        number: 1,
        status: 201,
        error: '',
        request_headers: { 'webhook-id': payload.id },
        response_headers: headers,
        response_body: 'Thank\uFFFD you',
      },
    ])
    expect(await admin.call(getWebhook, { id })).toMatchObject({
      attempts: 1,
      failed_attempts: 0,
      last_attempt: { is_success: true },
    })
  })

  it('keeps four KB of the response', async () => {
    const { id, path } = await hook()
    receiver.respond(path, { status: 200, body: Buffer.alloc(300_000, 'x') })
    await send(id)
    await expect.poll(() => stateOf(id)).toBe('delivered')
    const { list } = await admin.call(getDelivery, { id: (await logOf(id))[0]!.id })
    expect(list[0]!.response_body).toHaveLength(4096)
  })

  it('is repeated after a failure, with the same id and growing pauses', async () => {
    const { id, secret, path, requests } = await hook()
    receiver.respond(path, { status: 500 })
    await send(id)
    await waitForAttempts(id, 1)
    const failing = await admin.call(getWebhook, { id })
    expect(failing.pending).toBe(1)
    expect(failing.failed_attempts).toBe(failing.attempts)
    for (const tries of [1, 2]) {
      await advanceAndWake(site, maxPause(tries))
      await waitForAttempts(id, tries + 1)
    }
    const [waiting] = await logOf(id)
    const pause = waiting!.next_attempt_at - site.ctx.clock.now().getTime() / 1000
    expect(pause).toBeGreaterThan(7 * 60)
    receiver.respond(path, { status: 204 })
    await advanceAndWake(site, maxPause(3))
    await expect.poll(() => stateOf(id)).toBe('delivered')
    expect(new Set(requests().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await Promise.all(requests().map((one) => isSigned(one, secret)))).not.toContain(false)
    expect(await admin.call(getWebhook, { id })).toMatchObject({ failing_since: 0, pending: 0 })
  })

  it('does not follow redirects, and ends after the last attempt', async () => {
    const { id, path } = await hook()
    const elsewhere = await hook({ all_events: false, events: ['tag.merged'] })
    const location = receiver.url + elsewhere.path
    receiver.respond(path, { status: 307, headers: { location } })
    await send(id)
    await waitForAttempts(id, 1)
    await site.db
      .update(webhookDeliveries)
      .set({ tries: retryPauses.length, attempts: retryPauses.length })
      .where(eq(webhookDeliveries.webhookId, id))
    await advanceAndWake(site, maxPause(1))
    await expect.poll(() => stateOf(id)).toBe('failed')
    expect(elsewhere.requests()).toEqual([])
  })

  it('is sent again on request, with the same id', async () => {
    const { id, requests } = await hook()
    await send(id)
    await expect.poll(() => stateOf(id)).toBe('delivered')
    const [logged] = await logOf(id)
    await admin.call(redeliver, { id: logged!.id })
    await waitForAttempts(id, 2)
    const [first, second] = requests()
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.body).toBe(first!.body)
    await expectError(admin.call(redeliver, { id: '999999' }), 'object.not_found')
  })

  it('does not hold up others when its receiver hangs, and fails after ten seconds', async () => {
    const slow = await hook({ events: ['question.created'], all_events: false })
    const fast = await hook({ events: ['question.created'], all_events: false })
    receiver.respond(slow.path, 'hang')
    for (const title of ['One', 'Two', 'Three', 'Four']) await aQuestion(admin, { title })
    await expect.poll(fast.requests).toHaveLength(4)
    const tried = async () => (await logOf(slow.id)).filter(({ attempts }) => attempts > 0)
    await expect.poll(tried, { timeout: 60_000 }).not.toEqual([])
    const [failed] = await tried()
    const { list } = await admin.call(getDelivery, { id: failed!.id })
    expect(list[0]).toMatchObject({ status: 0, error: 'No response within 10 seconds' })
    expect(receiver.maxOpen()).toBe(2)
  })
})

it('content that is deleted for good is forgotten, but not that it was deleted', async () => {
  const { id } = await hook()
  const [removed, kept] = [await aQuestion(admin), await aQuestion(admin)]
  const eventsAbout = async (questionId: string) => {
    const rows = await site.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, id))
    const about = rows.filter(({ body }) => body.includes(questionId))
    return about.map(({ event }) => event)
  }
  await admin.call(deleteQuestion, { id: removed.id })
  await expect.poll(() => eventsAbout(removed.id)).toContain('question.deleted')
  expect(await eventsAbout(removed.id)).toContain('question.created')
  await admin.call(deletePermanently, { object_id: removed.id, reason: 'Contains an address.' })
  await expect.poll(() => eventsAbout(removed.id)).toEqual(['question.deleted'])
  expect(await eventsAbout(kept.id)).toContain('question.created')
})

describe('a webhook', () => {
  it('that is paused gets nothing, and what waited when it is resumed', async () => {
    const { id, path, requests } = await hook({ events: ['question.created'], all_events: false })
    receiver.respond(path, { status: 503 })
    await aQuestion(admin)
    await waitForAttempts(id, 1)
    await admin.call(setWebhookState, { id, state: 'paused' })
    await expect.poll(async () => requests().length - (await attemptsOf(id))).toBe(0)
    const sent = requests().length
    receiver.respond(path, { status: 200 })
    await aQuestion(admin)
    await waitForJobs(site.ctx)
    await advanceAndWake(site, maxPause(1))
    // Another webhook proves that deliveries are sent meanwhile.
    const other = await hook()
    await send(other.id)
    await expect.poll(() => stateOf(other.id)).toBe('delivered')
    expect(requests()).toHaveLength(sent)
    await admin.call(setWebhookState, { id, state: 'active' })
    await expect.poll(() => stateOf(id)).toBe('delivered')
    expect(await logOf(id)).toHaveLength(1)
  })

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret, requests } = await hook()
    const next = await admin.call(rotateWebhookSecret, { id })
    await send(id)
    await expect.poll(requests).toHaveLength(1)
    const [both] = requests()
    expect(await isSigned(both!, secret)).toBe(true)
    expect(await isSigned(both!, next.secret)).toBe(true)
    site.advance(25 * 3_600_000)
    await send(id)
    await expect.poll(requests).toHaveLength(2)
    const one = requests()[1]!
    expect(await isSigned(one, secret)).toBe(false)
    expect(await isSigned(one, next.secret)).toBe(true)
  })

  it('ends when the receiver is gone', async () => {
    const { id, path } = await hook()
    receiver.respond(path, { status: 410 })
    await send(id)
    await expect.poll(async () => (await admin.call(getWebhook, { id })).state).toBe('ended')
    expect(await stateOf(id)).toBe('failed')
    await expectError(admin.call(setWebhookState, { id, state: 'active' }), 'webhook.ended')
    const { list } = await admin.call(listStaffLog, { action: 'stop_webhook' })
    expect(list[0]).toMatchObject({ is_automatic: true, after: { state: 'ended' } })
  })

  it('is stopped after failing for three days', async () => {
    const { id, path } = await hook()
    receiver.respond(path, { status: 500 })
    await send(id)
    await expect
      .poll(async () => (await admin.call(getWebhook, { id })).failing_since)
      .toBeGreaterThan(0)
    await site.db
      .update(webhooks)
      .set({ failingSince: new Date(site.ctx.clock.now().getTime() - 3 * 86_400_000) })
      .where(eq(webhooks.id, id))
    await advanceAndWake(site, maxPause(1))
    await expect.poll(async () => (await admin.call(getWebhook, { id })).state).toBe('stopped')
    const mail = await waitForMail({ to: adminEmail, text: /three days/ })
    expect(mail.text).toContain(`/admin/webhooks/${id}`)
    expect(mail.text).not.toContain(path)
    await admin.call(setWebhookState, { id, state: 'active' })
    expect(await admin.call(getWebhook, { id })).toMatchObject({ failing_since: 0 })
  })
})

it('a change that is rolled back sends nothing', async () => {
  const { requests, payloads } = await hook()
  const user = await aUser(site.ctx)
  const emit = (isFailing: boolean) =>
    transact(site.ctx, async (tx) => {
      await tx.emit('account.activated', { userId: user.id })
      if (isFailing) throw new Error('rolled back')
    })
  await expect(emit(true)).rejects.toThrow('rolled back')
  await waitForJobs(site.ctx)
  expect(await site.db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'pending'))).toBe(0)
  await emit(false)
  await expect.poll(requests).toHaveLength(1)
  expect(payloads()).toMatchObject([{ type: 'user.registered', data: { user: { id: user.id } } }])
})

it('the embedded database delivers too', async () => {
  const env = { STOA_PUSH_PRIVATE_ENDPOINTS: 'true' }
  const embedded = await aSite({ engine: 'pglite', works: true, env })
  const client = embedded.as((await aUser(embedded.ctx, { role: 'admin' })).token)
  const { requests, secret } = await aWebhook(client, receiver)
  await aQuestion(client)
  await expect.poll(requests).not.toEqual([])
  expect(await isSigned(requests()[0]!, secret)).toBe(true)
  await embedded.close()
})
