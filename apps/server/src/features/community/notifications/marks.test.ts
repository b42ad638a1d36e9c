import {
  clearNotificationStatus,
  getNotificationStatus,
  listNotifications,
  markAllRead,
  markRead,
} from '@stoa/contract/features/notifications'
import { flagContent } from '@stoa/contract/features/flags'
import { voteUp } from '@stoa/contract/features/votes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, inboxOf, type Member } from './notifications.factory.ts'

let site: TestSite
let round = 0
let ada: Member
let ben: Member
let mia: Member
let question: { id: string }

beforeAll(async () => {
  site = await aSite({ works: true })
  mia = await aMember(site, 'Mia', 'moderator')
  ben = await aMember(site, 'Ben')
})
afterAll(() => site.close())

beforeEach(async () => {
  round++
  ada = await aMember(site, `Ada ${round}`)
  question = await aQuestion(ada.client, { title: `Does it freeze well, number ${round}?` })
  await anAnswer(ben.client, question.id, `Yes, number ${round}.`)
  await waitForJobs(site.ctx)
  await mia.client.call(voteUp, { object_id: question.id })
})

const status = () => ada.client.call(getNotificationStatus, {})
const unread = async () => (await ada.client.call(listNotifications, { unread: 'true' })).count

describe('PUT /notification/status', () => {
  it('sets one count to zero and leaves everything unread', async () => {
    await inboxOf(site, ada)
    expect(await status()).toMatchObject({ inbox: 2, achievement: 1, achievement_points: 10 })
    const cleared = await ada.client.call(clearNotificationStatus, { type: 'inbox' })
    expect(cleared).toMatchObject({ inbox: 0, achievement: 1, achievement_points: 10 })
    expect(await unread()).toBe(2)
  })

  it('counts a notification again when it gets another event', async () => {
    await inboxOf(site, ada)
    await ada.client.call(clearNotificationStatus, { type: 'inbox' })
    await anAnswer(mia.client, question.id)
    await inboxOf(site, ada)
    expect(await status()).toMatchObject({ inbox: 1 })
    expect(await unread()).toBe(2)
  })
})

describe('PUT /notification/read/state', () => {
  it('marks one of the own notifications, once', async () => {
    const [first] = await inboxOf(site, ada)
    await ada.client.call(markRead, { id: first!.id })
    await ada.client.call(markRead, { id: first!.id })
    expect(await status()).toMatchObject({ inbox: 1 })
    expect(await unread()).toBe(1)
    await expectError(ben.client.call(markRead, { id: first!.id }), 'notification.not_found')
  })

  it('starts a new notification with the next event', async () => {
    for (const { id } of await inboxOf(site, ada)) await ada.client.call(markRead, { id })
    await anAnswer(mia.client, question.id)
    const list = await inboxOf(site, ada)
    expect(list.map(({ kind, is_read, user_count }) => [kind, is_read, user_count])).toEqual([
      ['answer_the_question', false, 1],
      ['up_voted_question', true, 1],
      ['answer_the_question', true, 1],
    ])
  })
})

describe('PUT /notification/read/state/all', () => {
  it('marks one type', async () => {
    await inboxOf(site, ada)
    await ada.client.call(markAllRead, { type: 'inbox' })
    expect(await status()).toMatchObject({ inbox: 0, achievement: 1 })
    expect(await unread()).toBe(0)
    await ada.client.call(markAllRead, { type: 'achievement' })
    expect(await status()).toMatchObject({ achievement: 0, achievement_points: 0 })
  })
})

describe('GET /notification/status', () => {
  it('counts open cases for reviewers only', async () => {
    await ben.client.call(flagContent, { object_id: question.id, report_type: 57 })
    const ofReviewer = await mia.client.call(getNotificationStatus, {})
    expect(ofReviewer).toMatchObject({ can_revision: true })
    expect(ofReviewer.revision).toBeGreaterThan(0)
    expect(await status()).toMatchObject({ can_revision: false, revision: 0 })
  })

  it('leaves out what became invisible', async () => {
    await inboxOf(site, ada)
    // As if the job that takes it back had not run yet.
    await site.ctx.autocommit.execute(
      sql`update answers set status = 10, deleted_at = now(), deleted_by = ${mia.id} where question_id = ${question.id}`,
    )
    expect(await status()).toMatchObject({ inbox: 1 })
    expect(await inboxOf(site, ada)).toMatchObject([{ kind: 'up_voted_question' }])
  })
})

describe('the number of SQL statements', () => {
  it('does not depend on the number of notifications', async () => {
    await inboxOf(site, ada)
    const count = async (url: string) => {
      const headers = { authorization: `Bearer ${ada.token}` }
      const response = await site.app.inject({ url, headers })
      expect(response.statusCode).toBe(200)
      return Number(response.headers['x-sql-count'])
    }
    // One is the session.
    expect(await count(listNotifications.path)).toBe(4)
    await count(getNotificationStatus.path)
    expect(await count(getNotificationStatus.path)).toBe(0)
    await anAnswer(mia.client, (await aQuestion(ada.client)).id)
    await inboxOf(site, ada)
    expect(await count(listNotifications.path)).toBe(4)
    expect(await count(getNotificationStatus.path)).toBe(2)
  })
})
