import type { Client } from '@stoa/contract/client'
import { acceptAnswer, editAnswer, getAnswer } from '@stoa/contract/features/answers'
import { editQuestion, getQuestion } from '@stoa/contract/features/questions'
import { getTimeline } from '@stoa/contract/features/activity'
import { getOwnSuggestion } from '@stoa/contract/features/revisions'
import { undoDecision } from '@stoa/contract/features/review'
import { auditSuggestion } from '@stoa/contract/features/suggestions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { setHoldRules } from '../held-posts/held-posts.factory.ts'
import { aReviewer, aUserWithPoints } from './suggestions.factory.ts'

let site: TestSite
let asker: Client
let author: { id: string; client: Client }
let reviewer: Client
let questionId: string
let answerId: string

beforeAll(async () => {
  site = await aSite()
  asker = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  const ben = await aUser(site.ctx, { name: 'Ben' })
  author = { id: ben.id, client: site.as(ben.token) }
  reviewer = site.as((await aReviewer(site.ctx)).token)
})
afterAll(() => site.close())

beforeEach(async () => {
  await setHoldRules(site.ctx, { hold_accepted_edits: true })
  questionId = (await aQuestion(asker)).id
  answerId = (await anAnswer(author.client, questionId, 'The first text.')).id
})

const accept = () => asker.call(acceptAnswer, { question_id: questionId, answer_id: answerId })
const edit = (client = author.client, version = 1) =>
  client.call(editAnswer, { id: answerId, content: 'An advertisement.', version })
const textOf = async () => (await asker.call(getAnswer, { id: answerId })).info.content
const pointsOf = async (id: string) => {
  const [row] = await site.db.select().from(users).where(eq(users.id, id))
  return row?.points
}

describe('an edit by the author after acceptance', () => {
  it('waits for review if the site is set so', async () => {
    await edit()
    expect(await textOf()).toBe('An advertisement.')
    await accept()
    const { needs_review } = await author.client.call(getOwnSuggestion, { object_id: answerId })
    expect(needs_review).toBe(true)
    const { wait_for_review } = await author.client.call(editAnswer, {
      id: answerId,
      content: 'Something else.',
      version: 2,
    })
    expect(wait_for_review).toBe(true)
    expect(await textOf()).toBe('An advertisement.')
  })

  it('is published at once by default, and by users who may edit without review', async () => {
    await accept()
    await setHoldRules(site.ctx, {})
    expect((await edit()).wait_for_review).toBe(false)
    await setHoldRules(site.ctx, { hold_accepted_edits: true })
    const cleo = await aUserWithPoints(site.ctx, 'Cleo', 3000)
    const expert = site.as(cleo.token)
    const other = await aQuestion(asker)
    const { id } = await anAnswer(expert, other.id)
    await asker.call(acceptAnswer, { question_id: other.id, answer_id: id })
    const content = 'A better text.'
    expect(await expert.call(editAnswer, { id, content, version: 1 })).toMatchObject({
      wait_for_review: false,
    })
  })

  it('waits for the question of an accepted answer, but not for its other answers', async () => {
    const dora = site.as((await aUser(site.ctx, { name: 'Dora' })).token)
    const { id } = await anAnswer(dora, questionId)
    await accept()
    const question = { id: questionId, title: 'Buy ovens', content: 'Ovens', version: 1 }
    const tags = [{ slug_name: 'oven' }]
    expect((await asker.call(editQuestion, { ...question, tags })).wait_for_review).toBe(true)
    expect((await asker.call(getQuestion, { id: questionId })).title).not.toBe('Buy ovens')
    const other = await dora.call(editAnswer, { id, content: 'A better text.', version: 1 })
    expect(other.wait_for_review).toBe(false)
  })

  it('is published by a reviewer without points for the author, and can be undone', async () => {
    await accept()
    await edit()
    const before = await pointsOf(author.id)
    const { suggestion } = await author.client.call(getOwnSuggestion, { object_id: answerId })
    const id = suggestion!.id
    await expectError(
      author.client.call(auditSuggestion, { id, operation: 'approve' }),
      'suggestion.own',
    )
    await reviewer.call(auditSuggestion, { id, operation: 'approve' })
    expect(await textOf()).toBe('An advertisement.')
    expect(await pointsOf(author.id)).toBe(before)
    await reviewer.call(undoDecision, { type: 'suggested_post_edit', id })
    expect(await textOf()).toBe('The first text.')
    expect(await pointsOf(author.id)).toBe(before)
  })

  it('cannot be replaced by a rollback', async () => {
    await edit()
    const mayRollBack = async () =>
      (await author.client.call(getTimeline, { object_id: answerId })).object_info.can_roll_back
    expect(await mayRollBack()).toBe(true)
    await accept()
    expect(await mayRollBack()).toBe(false)
  })
})
