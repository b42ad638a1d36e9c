import { acceptAnswer, deleteAnswer } from '@stoa/contract/features/answers'
import { logout } from '@stoa/contract/features/accounts'
import { addComment } from '@stoa/contract/features/comments'
import { follow, muteQuestion } from '@stoa/contract/features/follows'
import { inviteUsers } from '@stoa/contract/features/invites'
import { pushKinds } from '@stoa/contract/features/mails'
import { clearNotificationStatus, markAllRead } from '@stoa/contract/features/notifications'
import { getPushKey, unsubscribeFromPush } from '@stoa/contract/features/push'
import { deleteQuestion, editQuestion } from '@stoa/contract/features/questions'
import { voteUp } from '@stoa/contract/features/votes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEventStream } from '../../../../test/event-stream.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { openPushService, type PushService, readVapid } from '../../../../test/push-service.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { answers, comments } from '../../../schema/posts.ts'
import { pushSubscriptions } from '../../../schema/push.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { choose } from '../mails/mails.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { aSubscriber, messagesOf, retryNow, type Subscriber } from './push.factory.ts'

let site: TestSite
let service: PushService
let ada: Subscriber
let ben: Member
let round = 0

beforeAll(async () => {
  service = await openPushService()
  site = await aSite({ works: true, env: { STOA_PUSH_PRIVATE_ENDPOINTS: 'true' } })
})
afterAll(async () => {
  await site.close()
  await service.close()
})
beforeEach(async () => {
  service.respondWith(201)
  ada = await aSubscriber(site, service, `Ada ${++round}`)
  ben = await aMember(site, `Ben ${round}`)
})

const titlesFor = async (member: Subscriber) =>
  (await messagesOf(site, service, member)).map(({ title }) => title)

const rowOf = async ({ endpoint }: Subscriber) => {
  const [row] = await site.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
  return row
}

describe('a push message', () => {
  it('says what happened, where, and the beginning of the text, signed with the key of the site', async () => {
    const { id } = await aQuestion(ada.client, { title: 'Does it freeze well?' })
    const answer = await anAnswer(
      ben.client,
      id,
      `Yes, for **three** months. ${'More. '.repeat(99)}`,
    )
    const [message] = await messagesOf(site, service, ada)
    expect(message).toMatchObject({
      title: `Ben ${round} answered your question`,
      path: `/questions/${id}/does-it-freeze-well/${answer.id}`,
      lang: 'en-US',
      dir: 'ltr',
    })
    expect(message?.body).toMatch(/^Does it freeze well\?\nYes, for three months\. .{100,}…$/)
    expect(message?.body.length).toBeLessThan(200)
    const { headers } = service.received.find(({ path }) => path === ada.path)!
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
    expect(headers['topic']).toBe(message?.id)
    const { isValid, key, claims } = readVapid(headers.authorization)
    expect(isValid).toBe(true)
    expect(key).toBe((await ada.client.call(getPushKey, {})).public_key)
    expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:rut@example.org' })
    const row = (await rowOf(ada))!
    expect([row.failures, row.lastSuccessAt === null]).toEqual([0, false])
  })

  it('is in the language of the receiver', async () => {
    await site.db.update(users).set({ language: 'ar' }).where(eq(users.id, ada.id))
    const { id } = await aQuestion(ada.client)
    await anAnswer(ben.client, id)
    expect(await messagesOf(site, service, ada)).toMatchObject([
      { title: `أجاب Ben ${round} عن سؤالك`, lang: 'ar', dir: 'rtl' },
    ])
  })

  it('is sent for comments, replies, mentions, invitations, acceptance and edits, and not for votes', async () => {
    await choose(ada.client, {}, { push: [...pushKinds] })
    await site.db.update(users).set({ points: 2000 }).where(eq(users.id, ben.id))
    const { id } = await aQuestion(ada.client)
    const other = await aQuestion(ben.client)
    const answer = await anAnswer(ada.client, other.id)
    const comment = (object_id: string, text: string, reply?: string) =>
      ben.client.call(addComment, {
        object_id,
        original_text: text,
        ...(reply === undefined ? {} : { reply_comment_id: reply }),
      })
    await comment(id, 'Which flour do you use?')
    await comment(answer.id, 'Well explained, thank you.')
    const own = await ada.client.call(addComment, {
      object_id: other.id,
      original_text: 'Rye flour.',
    })
    await comment(other.id, 'I see, thank you.', own.comment_id)
    await comment(other.id, `Maybe @${ada.username} knows.`)
    await ben.client.call(inviteUsers, { id: other.id, invite_user: [ada.username] })
    await ben.client.call(acceptAnswer, { question_id: other.id, answer_id: answer.id })
    await ben.client.call(voteUp, { object_id: answer.id })
    const edit = {
      title: 'Does rye freeze?',
      content: 'Mine got soft, once it was thawed.',
      tags: [{ slug_name: 'baking' }],
    }
    await ben.client.call(editQuestion, { id, ...edit, version: 1 })
    const name = `Ben ${round}`
    expect((await titlesFor(ada)).toSorted()).toEqual([
      `${name} accepted your answer`,
      `${name} commented on your answer`,
      `${name} commented on your question`,
      `${name} edited your question`,
      `${name} invited you to answer`,
      `${name} mentioned you`,
      `${name} replied to your comment`,
    ])
  })

  it('is sent for the kinds that the user chose', async () => {
    await choose(ada.client, {}, { push: ['comments'] })
    const { id } = await aQuestion(ada.client)
    await anAnswer(ben.client, id)
    await ben.client.call(addComment, { object_id: id, original_text: 'Which flour is it?' })
    expect(await titlesFor(ada)).toEqual([`Ben ${round} commented on your question`])
  })

  it('is not sent in quiet hours', async () => {
    const { id } = await aQuestion(ada.client)
    const hour = site.ctx.clock.now().getUTCHours()
    const quietFrom = (from: number) => ({ from: (hour + from) % 24, to: (hour + from + 2) % 24 })
    await choose(ada.client, {}, { quiet_hours: quietFrom(23) })
    await anAnswer(ben.client, id)
    expect(await titlesFor(ada)).toEqual([])
    await choose(ada.client, {}, { quiet_hours: quietFrom(2) })
    await ben.client.call(addComment, { object_id: id, original_text: 'Which flour is it?' })
    expect(await titlesFor(ada)).toHaveLength(1)
  })

  it('is not sent to followers, the author, or a user who is reading the question', async () => {
    const cleo = await aSubscriber(site, service, `Cleo ${round}`)
    const { id } = await aQuestion(ada.client)
    await cleo.client.call(follow, { object_id: id })
    const stream = await openEventStream(site, ada.token, `?questions=${id}`)
    await anAnswer(ben.client, id)
    expect([await titlesFor(ada), await titlesFor(cleo)]).toEqual([[], []])
    await stream.close()
    await anAnswer(cleo.client, id)
    expect(await titlesFor(ada)).toHaveLength(1)
    expect(await titlesFor(cleo)).toEqual([])
  })
})

describe('a failed message', () => {
  it.each([404, 410])('with status %s ends the subscription', async (status) => {
    service.respondWith(status)
    const { id } = await aQuestion(ada.client)
    await anAnswer(ben.client, id)
    await waitForJobs(site.ctx)
    expect(await rowOf(ada)).toBeUndefined()
  })

  it('is repeated when the service is unavailable, and not when it rejects it', async () => {
    const { id } = await aQuestion(ada.client)
    service.respondWith(503)
    await anAnswer(ben.client, id)
    expect(await titlesFor(ada)).not.toEqual([])
    const { failures } = (await rowOf(ada))!
    expect(failures).toBeGreaterThan(0)
    service.respondWith(400)
    await retryNow(site)
    const { length } = await titlesFor(ada)
    expect(length).toBeGreaterThan(1)
    expect((await rowOf(ada))!.failures).toBeGreaterThan(failures)
    service.respondWith(201)
    await retryNow(site)
    expect(await titlesFor(ada)).toHaveLength(length)
    await anAnswer((await aMember(site, `Cleo ${round}`)).client, id)
    expect(await titlesFor(ada)).toHaveLength(length + 1)
    const row = (await rowOf(ada))!
    expect([row.failures, row.lastSuccessAt === null]).toEqual([0, false])
  })
})

describe('between the event and its delivery', () => {
  /** What happens to an answer or to its reader while the push service is unavailable. */
  const changes: Record<string, (change: Change) => Promise<unknown>> = {
    'the answer is deleted': ({ answerId }) => ben.client.call(deleteAnswer, { id: answerId }),
    'the answer is hidden, and jobs are late': ({ answerId }) =>
      site.db.update(answers).set({ status: 11 }).where(eq(answers.id, answerId)),
    'the question is deleted': ({ moderator, questionId }) =>
      moderator.client.call(deleteQuestion, { id: questionId }),
    'the reader is suspended': ({ reader }) =>
      site.db.update(users).set({ status: 'suspended' }).where(eq(users.id, reader.id)),
    'the reader logs out': ({ reader }) => reader.client.call(logout, {}),
    'the role of the reader changes': ({ reader }) =>
      site.db.update(users).set({ roleId: 3 }).where(eq(users.id, reader.id)),
    'the reader unsubscribes': ({ reader }) =>
      reader.client.call(unsubscribeFromPush, { endpoint: reader.endpoint }),
    'the reader reads it': ({ reader }) => reader.client.call(markAllRead, { type: 'inbox' }),
    'the reader mutes the question': ({ reader, questionId: question_id }) =>
      reader.client.call(muteQuestion, { question_id }),
    'the reader turns off the kind': ({ reader }) =>
      choose(reader.client, {}, { push: ['comments'] }),
    'the reader opens the inbox': ({ reader }) =>
      reader.client.call(clearNotificationStatus, { type: 'inbox' }),
  }
  type Change = { reader: Subscriber; moderator: Member; questionId: string; answerId: string }

  it('nothing is sent when it no longer holds', async () => {
    const moderator = await aMember(site, `Mia ${round}`, 'moderator')
    service.respondWith(503)
    const readers: Record<string, Subscriber> = { 'nothing happens': ada }
    const { id: questionId } = await aQuestion(ada.client)
    await anAnswer(ben.client, questionId)
    for (const [name, change] of Object.entries(changes)) {
      const reader = await aSubscriber(site, service, `Reader ${name.length} ${round}`)
      const question = await aQuestion(reader.client)
      const answer = await anAnswer(ben.client, question.id, `The secret of ${name}.`)
      expect(await titlesFor(reader), name).not.toEqual([])
      await change({ reader, moderator, questionId: question.id, answerId: answer.id })
      readers[name] = reader
    }
    service.received.length = 0
    service.respondWith(201)
    await retryNow(site)
    const reached: string[] = []
    for (const [name, reader] of Object.entries(readers))
      if ((await titlesFor(reader)).length > 0) reached.push(name)
    expect(reached).toEqual(['nothing happens'])
  })

  async function expectNothing() {
    service.received.length = 0
    service.respondWith(201)
    await retryNow(site)
    expect(await titlesFor(ada)).toEqual([])
  }

  it('a comment that was hidden is not sent', async () => {
    const { id } = await aQuestion(ada.client)
    service.respondWith(503)
    const { comment_id: commentId } = await ben.client.call(addComment, {
      object_id: id,
      original_text: 'Buy it at example.org',
    })
    expect(await titlesFor(ada)).not.toEqual([])
    await site.db.update(comments).set({ status: 11 }).where(eq(comments.id, commentId))
    await expectNothing()
  })

  it('a message that is six hours old is dropped', async () => {
    const { id } = await aQuestion(ada.client)
    service.respondWith(503)
    await anAnswer(ben.client, id)
    expect(await titlesFor(ada)).not.toEqual([])
    site.advance(7 * 3_600_000)
    await expectNothing()
  })
})
