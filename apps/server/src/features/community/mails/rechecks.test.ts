import { deleteAnswer } from '@stoa/contract/features/answers'
import { addComment, deleteComment } from '@stoa/contract/features/comments'
import { muteQuestion } from '@stoa/contract/features/follows'
import { clearNotificationStatus } from '@stoa/contract/features/notifications'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listMails } from '../../../../../../scripts/services/inbox.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import type { TestSite } from '../../../../test/site.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { dueMails } from '../../../schema/mails.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { aMailingSite, choose, mailsTo } from './mails.factory.ts'

const canary = 'quetzalcoatlus'
let site: TestSite
let round = 0
let ada: Member
let ben: Member
let question: { id: string }

beforeAll(async () => {
  site = await aMailingSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  round++
  ada = await aMember(site, `Ada ${round}`)
  ben = await aMember(site, `Ben ${round}`)
  question = await aQuestion(ada.client, { title: `Does rye freeze well, number ${round}?` })
})

/** Queued: from now on, only the check before sending can stop it. */
async function aQueuedAnswer() {
  const answer = await anAnswer(ben.client, question.id, `It is about the ${canary}.`)
  await waitForJobs(site.ctx)
  const rows = await site.ctx.db.select().from(dueMails).where(eq(dueMails.userId, ada.id))
  expect(rows).toHaveLength(1)
  return answer
}

async function expectNoMail(member = ada) {
  expect(await mailsTo(site, member)).toEqual([])
  const open = await site.ctx.db.select().from(dueMails).where(eq(dueMails.userId, member.id))
  expect(open.filter(({ settledAt }) => settledAt === null)).toEqual([])
}

const update = {
  answer: (id: string, values: Partial<typeof answers.$inferInsert>) =>
    site.db.update(answers).set(values).where(eq(answers.id, id)),
  user: (id: string, values: Partial<typeof users.$inferInsert>) =>
    site.db.update(users).set(values).where(eq(users.id, id)),
}

it('is not sent once the answer was deleted', async () => {
  const answer = await aQueuedAnswer()
  await ben.client.call(deleteAnswer, { id: answer.id })
  await expectNoMail()
})

it('is not sent about an answer that is pending again, although its notification is still there', async () => {
  const answer = await aQueuedAnswer()
  await update.answer(answer.id, { status: 11 })
  await expectNoMail()
})

it('is not sent about an answer to a question that was hidden', async () => {
  const cleo = await aMember(site, `Cleo ${round}`)
  const answer = await anAnswer(ben.client, question.id, 'It is a test.')
  await cleo.client.call(addComment, { object_id: answer.id, original_text: `See ${canary}.` })
  await waitForJobs(site.ctx)
  await site.db.update(questions).set({ status: 11 }).where(eq(questions.id, question.id))
  await expectNoMail(ben)
})

it('is not sent about a deleted comment', async () => {
  const { comment_id: id } = await ben.client.call(addComment, {
    object_id: question.id,
    original_text: `See ${canary}.`,
  })
  await waitForJobs(site.ctx)
  await ben.client.call(deleteComment, { comment_id: id })
  await site.db.update(comments).set({ status: 10 }).where(eq(comments.id, id))
  await expectNoMail()
})

it.each([
  ['was suspended', { status: 'suspended' as const }],
  ['is not activated', { activatedAt: null }],
])('is not sent to a user who %s', async (_what, values) => {
  await aQueuedAnswer()
  await update.user(ada.id, values)
  await expectNoMail()
})

it('is not sent once it was seen in the inbox', async () => {
  await aQueuedAnswer()
  await ada.client.call(clearNotificationStatus, { type: 'inbox' })
  await expectNoMail()
})

it('is not sent once the kind was turned off', async () => {
  await aQueuedAnswer()
  await choose(ada.client, { answers: 'off' })
  await expectNoMail()
})

it('is not sent once the kind was muted', async () => {
  await ben.client.call(addComment, { object_id: question.id, original_text: `See ${canary}.` })
  await waitForJobs(site.ctx)
  await choose(ada.client, {}, { muted: ['comments'] })
  await expectNoMail()
})

it('is not sent once the question was muted', async () => {
  await aQueuedAnswer()
  await ada.client.call(muteQuestion, { question_id: question.id })
  await expectNoMail()
})

it('waits for the digest once the user chose that', async () => {
  await aQueuedAnswer()
  await choose(ada.client, { answers: 'daily' })
  expect(await mailsTo(site, ada)).toEqual([])
  site.advance(24 * 3_600_000)
  const [mail] = await mailsTo(site, ada)
  expect(mail?.headers['list-id']).toBe('<digest.localhost>')
  expect(mail?.text).toContain(canary)
})

it('goes to the new email', async () => {
  await aQueuedAnswer()
  const email = `new-${ada.email}`
  await update.user(ada.id, { email })
  expect(await mailsTo(site, { email })).toHaveLength(1)
  expect(await listMails({ to: ada.email })).toEqual([])
})
