import type { Client } from '@stoa/contract/client'
import {
  acceptAnswer,
  deleteAnswer,
  editAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { addComment, deleteComment, recoverComment } from '@stoa/contract/features/comments'
import { convertAnswer } from '@stoa/contract/features/content-moderation'
import { flagContent } from '@stoa/contract/features/flags'
import { changeStatus } from '@stoa/contract/features/people'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  operateQuestion,
  recoverQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { createTag } from '@stoa/contract/features/tags'
import { voteUp } from '@stoa/contract/features/votes'
import { type SentEvent, testEvent, webhookEvents } from '@stoa/contract/features/webhook-events'
import { testWebhook } from '@stoa/contract/features/webhooks'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { openReceiver, type Receiver } from '../../../../test/webhook-receiver.ts'
import { hostileUrls } from '../../../../test/hostile-addresses.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from '../../../schema/webhooks.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { advanceAndWake, aWebhook } from './webhooks.factory.ts'

let site: TestSite
let receiver: Receiver
let admin: Client
let ada: Client
let hook: Awaited<ReturnType<typeof aWebhook>>

beforeAll(async () => {
  receiver = await openReceiver()
  site = await aSite({ works: true, env: { STOA_PUSH_PRIVATE_ENDPOINTS: 'true' } })
  admin = site.as((await aUser(site.ctx, { role: 'admin', name: 'Rosa' })).token)
  ada = site.as((await aUser(site.ctx, { role: 'moderator', name: 'Ada' })).token)
  hook = await aWebhook(admin, receiver)
})
afterAll(async () => {
  await receiver.close()
  await site.close()
})

/** The payloads of what the work caused, in the order of their events. */
async function sentBy(work: () => Promise<unknown>) {
  await waitForJobs(site.ctx)
  const before = new Set((await listBodies()).map(({ id }) => id))
  await work()
  await waitForJobs(site.ctx)
  return (await listBodies()).filter(({ id }) => !before.has(id)).map(({ payload }) => payload)
}

type Payload = { type: SentEvent; data: Record<string, unknown> }

async function listBodies() {
  const { id, body } = webhookDeliveries
  const rows = await site.db
    .select({ id, body })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, hook.id))
    .orderBy(asc(id))
  return rows.map((row) => ({ id: row.id, payload: JSON.parse(row.body) as Payload }))
}

const typesOf = (payloads: Payload[]) => payloads.map(({ type }) => type).toSorted()
const edit = (id: string, title: string) =>
  admin.call(editQuestion, {
    id,
    title,
    content: 'I keep it in the cellar now.',
    tags: [{ slug_name: 'baking' }],
    version: 1,
  })

describe('payloads', () => {
  it('have the form that the contract declares', async () => {
    const member = await aUser(site.ctx, { name: 'Tim' })
    // Payloads say what is visible when their jobs run, so these run before the next change.
    const payloads = await sentBy(async () => {
      const { id } = await aQuestion(ada)
      await edit(id, 'How long does it keep?')
      const answer = await anAnswer(admin, id)
      await admin.call(editAnswer, { id: answer.id, content: 'Feed it twice a week.', version: 1 })
      await ada.call(acceptAnswer, { question_id: id, answer_id: answer.id })
      await ada.call(voteUp, { object_id: answer.id })
      const on = { object_id: id, original_text: 'Which flour do you use?' }
      const comment = await admin.call(addComment, on)
      await waitForJobs(site.ctx)
      await admin.call(deleteComment, { comment_id: comment.comment_id })
      await waitForJobs(site.ctx)
      await admin.call(recoverComment, { comment_id: comment.comment_id })
      await waitForJobs(site.ctx)
      await admin.call(deleteAnswer, { id: answer.id })
      await waitForJobs(site.ctx)
      await admin.call(recoverAnswer, { answer_id: answer.id })
      await waitForJobs(site.ctx)
      await admin.call(closeQuestion, { id, close_type: 63 })
      await waitForJobs(site.ctx)
      await admin.call(reopenQuestion, { question_id: id })
      await admin.call(flagContent, { object_id: id, report_type: 57 })
      await waitForJobs(site.ctx)
      await admin.call(deleteQuestion, { id })
      await waitForJobs(site.ctx)
      await admin.call(recoverQuestion, { question_id: id })
      await admin.call(createTag, { slug_name: 'rye', display_name: 'Rye', original_text: '' })
      await admin.call(changeStatus, { user_id: member.id, status: 'suspended', reason: 'Spam.' })
      await admin.call(testWebhook, { id: hook.id })
    })
    for (const { type, data } of payloads) {
      if (type === testEvent) continue
      expect(webhookEvents[type].data.strict().parse(data), type).toEqual(data)
    }
    const types = new Set(typesOf(payloads).filter((type) => type !== 'badge.awarded'))
    expect([...types]).toEqual([
      'answer.accepted',
      'answer.created',
      'answer.deleted',
      'answer.edited',
      'answer.restored',
      'comment.created',
      'comment.deleted',
      'comment.restored',
      'flag.created',
      'post.voted',
      'question.closed',
      'question.created',
      'question.deleted',
      'question.edited',
      'question.reopened',
      'question.restored',
      'tag.created',
      'user.suspended',
      testEvent,
    ])
  })

  it('say nothing about who voted, and how', async () => {
    const { id } = await aQuestion(ada)
    const [vote] = await sentBy(() => admin.call(voteUp, { object_id: id }))
    expect(vote).toMatchObject({ type: 'post.voted', data: { object_id: id, score: 1 } })
    expect(Object.keys(vote!.data).toSorted()).toEqual(['object_id', 'object_type', 'score', 'url'])
  })

  it('of a converted answer say that it is gone and that there is a comment', async () => {
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(admin, id, 'Which flour?')
    const sent = await sentBy(() =>
      admin.call(convertAnswer, { answer_id: answer.id, object_id: id }),
    )
    expect(typesOf(sent)).toEqual(['answer.deleted', 'comment.created'])
  })
})

describe('what visitors cannot see', () => {
  it('is not sent for an unlisted question', async () => {
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(admin, id)
    const hiding = await sentBy(() => admin.call(operateQuestion, { id, operation: 'hide' }))
    expect(hiding).toMatchObject([{ type: 'question.deleted', data: { id } }])
    const sent = await sentBy(async () => {
      await edit(id, 'A secret title')
      await admin.call(voteUp, { object_id: id })
      await admin.call(addComment, { object_id: answer.id, original_text: 'A secret comment.' })
    })
    expect(typesOf(sent).filter((type) => type !== 'badge.awarded')).toEqual([])
  })

  it('is not sent for deleted questions, whose ids are', async () => {
    const { id } = await aQuestion(ada, { title: 'A secret title' })
    const sent = await sentBy(() => admin.call(deleteQuestion, { id }))
    expect(sent.filter(({ type }) => type === 'question.deleted')).toMatchObject([{ data: { id } }])
    expect(JSON.stringify(sent)).not.toContain('secret')
  })

  it('is not sent for users who have not confirmed their email', async () => {
    const sent = await sentBy(() => aUser(site.ctx, { isActivated: false }))
    expect(sent).toEqual([])
  })
})

describe('a site without private endpoints', () => {
  it('connects to no hostile address, also if it is stored', async () => {
    const strict = await aSite({ works: true })
    const at = { createdAt: new Date(), allEvents: true, events: [], description: '' }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const rows = await strict.db
      .insert(webhooks)
      .values(hostileUrls.map((url) => ({ ...at, url, secret, state: 'active' as const })))
      .returning({ id: webhooks.id })
    await strict.db.insert(webhookDeliveries).values(
      rows.map(({ id }) => ({
        webhookId: id,
        messageId: 'msg_1',
        event: 'webhook.test' as const,
        body: '{}',
        state: 'pending' as const,
        createdAt: new Date(),
        nextAttemptAt: new Date(),
      })),
    )
    await advanceAndWake(strict, 0)
    await expect
      .poll(() => strict.db.$count(webhookAttempts), { timeout: 60_000 })
      .toBe(hostileUrls.length)
    const errors = await strict.db.select({ error: webhookAttempts.error }).from(webhookAttempts)
    expect(errors.filter(({ error }) => !error.endsWith('is not public'))).toEqual([])
    await strict.close()
  })
})
