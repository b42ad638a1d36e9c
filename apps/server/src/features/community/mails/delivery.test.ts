import { addComment } from '@stoa/contract/features/comments'
import { getNotificationChoices, reportMail, resumeMails } from '@stoa/contract/features/mails'
import { mailDeliverySettings } from '@stoa/contract/settings/mails'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails } from '../../../../../../scripts/services/inbox.ts'
import { openEventStream } from '../../../../test/event-stream.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { expectError, type TestSite } from '../../../../test/site.ts'
import type { Context } from '../../../kernel/context.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import type { Mail } from '../../../kernel/services.ts'
import { transact } from '../../../kernel/transact.ts'
import { dueMails, mailSchedules } from '../../../schema/mails.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { claimDue } from './claims.actions.ts'
import { aMailingSite, mailsTo, sendAfter } from './mails.factory.ts'
import { sendDueMails } from './sending.jobs.ts'
import { settle } from './settling.actions.ts'

let site: TestSite
let ben: Member
let names = 0

beforeAll(async () => {
  site = await aMailingSite()
  ben = await aMember(site, 'Ben')
})
afterAll(() => site.close())

/** A member whose question was answered, so that a mail is queued. */
async function anAsker() {
  const asker = await aMember(site, `Asker ${++names}`)
  const { id } = await aQuestion(asker.client, { title: `Is this number ${names}?` })
  await anAnswer(ben.client, id)
  return { ...asker, questionId: id }
}

async function askers(count: number) {
  const list = await Promise.all(Array.from({ length: count }, () => anAsker()))
  await waitForJobs(site.ctx)
  site.advance(120_000)
  return list
}

const comment = (object_id: string) =>
  ben.client.call(addComment, { object_id, original_text: `A comment of mine, ${++names}.` })

const sentTo = async (list: readonly { email: string }[]) =>
  await Promise.all(list.map(async ({ email }) => (await listMails({ to: email })).length))

const change = (values: Parameters<typeof changeSettings<typeof mailDeliverySettings>>[2]) =>
  transact(site.ctx, (tx) => changeSettings(tx, mailDeliverySettings, values))

/** The same site with another way of sending. */
const withSend = (send: (mail: Mail) => Promise<void>): Context => ({
  ...site.ctx,
  mailer: { ...site.ctx.mailer, send },
})

describe('sendDueMails', () => {
  it('sends each mail once, however many workers send', async () => {
    const list = await askers(12)
    await Promise.all(Array.from({ length: 4 }, () => sendDueMails(site.ctx)))
    await sendDueMails(site.ctx)
    expect(await sentTo(list)).toEqual(list.map(() => 1))
  })

  it('sends no more in a minute than the settings allow', async () => {
    await change({ mails_per_minute: 5 })
    const list = await askers(12)
    const count = async () => (await sentTo(list)).reduce((sum, one) => sum + one, 0)
    await sendDueMails(site.ctx)
    await sendDueMails(site.ctx)
    expect(await count()).toBe(5)
    site.advance(61_000)
    await sendDueMails(site.ctx)
    expect(await count()).toBe(10)
    site.advance(61_000)
    await sendDueMails(site.ctx)
    expect(await count()).toBe(12)
    await change({ mails_per_minute: 120 })
  })

  it('never sends a mail twice when a worker is killed after the server took it', async () => {
    const list = await askers(3)
    let taken = 0
    const killed = withSend(async (mail) => {
      await site.ctx.mailer.send(mail)
      taken++
      await new Promise(() => {})
    })
    void sendDueMails(killed)
    await expect.poll(() => taken).toBe(3)
    await sendAfter(site, 10)
    expect(await sentTo(list)).toEqual([1, 1, 1])
  })

  it('sends what a worker had only claimed when it was killed', async () => {
    const list = await askers(3)
    expect(await claimDue(site.ctx)).toHaveLength(3)
    await sendDueMails(site.ctx)
    expect(await sentTo(list)).toEqual([0, 0, 0])
    await sendAfter(site, 3)
    expect(await sentTo(list)).toEqual([1, 1, 1])
  })

  it('does not send what another worker has claimed meanwhile', async () => {
    await askers(1)
    const [slow] = await claimDue(site.ctx)
    site.advance(180_000)
    const [next] = await claimDue(site.ctx)
    const nothing = {
      settled: [],
      moved: new Map(),
      delivery: null,
      readAt: site.ctx.clock.now(),
      receiver: null,
    }
    expect(await transact(site.ctx, (tx) => settle(tx, slow!, nothing))).toBeNull()
    expect(await transact(site.ctx, (tx) => settle(tx, next!, nothing))).not.toBeNull()
    await sendDueMails(site.ctx)
  })

  it('sends single mails before digests that have waited longer', async () => {
    const [digest, single] = [await anAsker(), await anAsker()]
    await waitForJobs(site.ctx)
    await site.db
      .update(mailSchedules)
      .set({ frequency: 'daily', dueAt: new Date(0) })
      .where(eq(mailSchedules.userId, digest.id))
    site.advance(120_000)
    const claims = await claimDue(site.ctx)
    expect(claims.map(({ userId }) => userId)).toEqual([single.id, digest.id])
    await sendAfter(site, 3)
  })

  it('tries again when the mail server is down', async () => {
    const [asker] = await askers(1)
    const down = withSend(() => Promise.reject(new Error('connect ECONNREFUSED')))
    await sendDueMails(down)
    expect(await sentTo([asker!])).toEqual([0])
    await sendAfter(site, 2)
    expect(await sentTo([asker!])).toEqual([1])
  })

  it('waits while the question is open in a browser of the user, but not forever', async () => {
    const [asker] = await askers(1)
    const stream = await openEventStream(site, asker!.token, `?questions=${asker!.questionId}`)
    await sendDueMails(site.ctx)
    await sendAfter(site, 6)
    expect(await sentTo([asker!])).toEqual([0])
    await sendAfter(site, 60)
    expect(await sentTo([asker!])).toEqual([1])
    await stream.close()
  })
})

const rcptError = (response: string) =>
  Object.assign(new Error(response), {
    command: 'RCPT TO',
    responseCode: Number(response.slice(0, 3)),
    response,
  })

describe('a mail that the server rejects', () => {
  it('is not sent earlier because something else happens', async () => {
    const [asker] = await askers(1)
    const down = withSend(() => Promise.reject(new Error('connect ECONNREFUSED')))
    for (const minutes of [0, 2, 3]) {
      site.advance(minutes * 60_000)
      await sendDueMails(down)
    }
    await comment(asker!.questionId)
    await sendAfter(site, 2)
    expect(await sentTo([asker!])).toEqual([0])
    await sendAfter(site, 3)
    const [mail] = await listMails({ to: asker!.email })
    expect(mail?.text).toContain('2 updates for you')
  })

  it('because of its receiver does not delay others', async () => {
    const list = await askers(12)
    let first: string | undefined
    const greylisting = withSend(async (mail) => {
      first ??= mail.to
      if (mail.to === first) throw rcptError('450 4.7.1 Greylisted')
      await site.ctx.mailer.send(mail)
    })
    await sendDueMails(greylisting)
    expect(await sentTo(list)).toEqual(list.map(({ email }) => (email === first ? 0 : 1)))
    await sendAfter(site, 2)
    expect(await sentTo(list)).toEqual(list.map(() => 1))
  })

  it('because of the site is tried again, and stops no mails', async () => {
    const [asker] = await askers(1)
    await sendDueMails(withSend(() => Promise.reject(rcptError('554 5.7.1 Relay access denied'))))
    const settings = await asker!.client.call(getNotificationChoices, {})
    expect(settings.stopped).toBeNull()
    await sendAfter(site, 2)
    expect(await sentTo([asker!])).toEqual([1])
  })
})

describe('addresses that bounce', () => {
  it('get no more mails after a permanent error of the mail server', async () => {
    const [asker] = await askers(1)
    await sendDueMails(withSend(() => Promise.reject(rcptError('550 no such user'))))
    const settings = await asker!.client.call(getNotificationChoices, {})
    expect(settings.stopped).toMatchObject({ cause: 'bounce', detail: '550 no such user' })
    await comment(asker!.questionId)
    expect(await mailsTo(site, asker!)).toEqual([])
  })

  it('can be reported with the code of the mail, until the user resumes', async () => {
    const [asker] = await askers(1)
    await change({ bounce_address: 'bounces@example.org' })
    const [mail] = await mailsTo(site, asker!)
    const code = mail?.headers['x-mail-code'] ?? ''
    expect(mail?.headers['x-envelope-from']).toBe(`bounces+${code}@example.org`)
    for (const forged of [`1${code}`, `${code}0`, 'x', code.replace(/\.\w+\./, '.00000000.')])
      await expectError(
        site.as().call(reportMail, { code: forged, cause: 'bounce' }),
        'account.code_expired',
      )
    await site.as().call(reportMail, { code: code.toUpperCase(), cause: 'complaint' })
    const read = () => asker!.client.call(getNotificationChoices, {})
    expect((await read()).stopped).toMatchObject({ cause: 'complaint' })
    await comment(asker!.questionId)
    expect(await mailsTo(site, asker!)).toHaveLength(1)
    await asker!.client.call(resumeMails, {})
    expect((await read()).stopped).toBeNull()
    await comment(asker!.questionId)
    expect(await mailsTo(site, asker!)).toHaveLength(2)
    await change({ bounce_address: '' })
  })

  it('do not stop mails to a new email', async () => {
    const [asker] = await askers(1)
    const [mail] = await mailsTo(site, asker!)
    const email = `new-${asker!.email}`
    await site.db.update(users).set({ email }).where(eq(users.id, asker!.id))
    const code = mail?.headers['x-mail-code'] ?? ''
    await site.as().call(reportMail, { code, cause: 'bounce' })
    await comment(asker!.questionId)
    expect(await mailsTo(site, { email })).toHaveLength(1)
  })
})

it('settled rows are dropped after some days', async () => {
  const listSettled = async () => {
    const rows = await site.ctx.db.select().from(dueMails)
    return rows.filter(({ settledAt }) => settledAt !== null).map(({ subjectId }) => subjectId)
  }
  const settled = await listSettled()
  expect(settled.length).toBeGreaterThan(0)
  site.advance(11 * 86_400_000)
  const { mailsListeners } = await import('./mails.jobs.ts')
  for (const listener of mailsListeners) if (listener.kind === 'every') await listener.run(site.ctx)
  const left = await listSettled()
  expect(left.filter((id) => settled.includes(id))).toEqual([])
})
