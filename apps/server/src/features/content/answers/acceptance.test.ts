import {
  acceptAnswer,
  deleteAnswer,
  getAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { asc, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { activities } from '../../../schema/activity.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from './answers.factory.ts'

let site: TestSite
let mia: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
})
afterAll(() => site.close())

/** A question and two answers, all by different users. */
async function aThread() {
  const [asker, first, second] = [
    await aUser(site.ctx),
    await aUser(site.ctx),
    await aUser(site.ctx),
  ]
  const { id: questionId } = await aQuestion(site.as(asker.token))
  const { id: one } = await anAnswer(site.as(first.token), questionId)
  const { id: two } = await anAnswer(site.as(second.token), questionId)
  const accept = (answer_id: string, token = asker.token) =>
    site.as(token).call(acceptAnswer, { question_id: questionId, answer_id })
  return { asker, first, second, questionId, one, two, accept }
}

const pointsOf = async (...members: { id: string }[]) => {
  const points: number[] = []
  for (const { id } of members) {
    const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
    points.push(row!.points)
  }
  return points
}

describe('POST /answer/acceptance', () => {
  it('accepts the answer, grants points to both users and marks the question as answered', async () => {
    const { asker, first, questionId, one, accept } = await aThread()
    await accept(one)
    await accept(one)
    const { info, question } = await site.as().call(getAnswer, { id: one })
    expect([info.accepted, question.accepted_answer_id]).toEqual([2, one])
    expect(await pointsOf(asker, first)).toEqual([2, 15])
    const { list } = await site.as().call(listQuestions, { order: 'unanswered', page_size: 100 })
    expect(list.map(({ id }) => id)).not.toContain(questionId)
    const rows = await site.ctx.db.select().from(activities).where(eq(activities.objectId, one))
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['accept', 'answered'])
  })

  it('returns who accepted the answer and when, for the latest acceptance only', async () => {
    const { asker, one, two, accept } = await aThread()
    await accept(one)
    await accept('')
    const acceptanceOf = async (id: string) => {
      const { info } = await site.as().call(getAnswer, { id })
      return [info.accepted_user_info?.id, info.accepted_time]
    }
    expect(await acceptanceOf(one)).toEqual([undefined, 0])
    await accept(one, mia.token)
    const [latest] = await site.ctx.db
      .select({ at: activities.createdAt })
      .from(activities)
      .where(eq(activities.objectId, one))
      .orderBy(desc(activities.id))
      .limit(1)
    expect(await acceptanceOf(one)).toEqual([mia.id, Math.floor(latest!.at.getTime() / 1_000)])
    await accept(two)
    expect(await acceptanceOf(one)).toEqual([undefined, 0])
    expect((await acceptanceOf(two))[0]).toBe(asker.id)
  })

  it('revokes the points of the previously accepted answer', async () => {
    const { asker, first, second, one, two, accept } = await aThread()
    await accept(one)
    await accept(two, mia.token)
    expect(await pointsOf(asker, first, second, mia)).toEqual([2, 0, 15, 0])
    await accept('')
    await accept('')
    expect(await pointsOf(asker, first, second)).toEqual([0, 0, 0])
    const rows = await site.ctx.db
      .select({ kind: activities.kind, userId: activities.userId })
      .from(activities)
      .where(eq(activities.objectId, two))
      .orderBy(asc(activities.id))
    expect(rows).toEqual([
      { kind: 'answered', userId: second.id },
      { kind: 'accept', userId: mia.id },
      { kind: 'unaccept', userId: asker.id },
    ])
  })

  it('keeps a question with an upvoted answer marked as answered', async () => {
    const { questionId, one, two, accept } = await aThread()
    await site.db.update(answers).set({ score: 3 }).where(eq(answers.id, two))
    await accept(one)
    await accept('')
    const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, questionId))
    expect(row).toMatchObject({ isAnswered: true, acceptedAnswerId: null })
  })

  it.each([{ answer_id: '' }, { answer_id: '0' }, {}])('unaccepts with %j', async (input) => {
    const { asker, first, questionId, one, accept } = await aThread()
    await accept(one)
    await site.as(asker.token).call(acceptAnswer, { question_id: questionId, ...input })
    expect(await site.as().call(getQuestion, { id: questionId })).toMatchObject({
      accepted_answer_id: '0',
    })
    expect(await pointsOf(asker, first)).toEqual([0, 0])
  })

  it('does not unaccept with an unknown id', async () => {
    const { questionId, one, accept } = await aThread()
    await accept(one)
    for (const nothing of ['00', 'nonsense', questionId])
      await expectError(accept(nothing), 'answer.not_found')
    expect(await site.as().call(getQuestion, { id: questionId })).toMatchObject({
      accepted_answer_id: one,
    })
  })

  it('grants no points for own answers', async () => {
    const { asker, questionId, accept } = await aThread()
    const { id } = await anAnswer(site.as(asker.token), questionId)
    await accept(id)
    expect(await pointsOf(asker)).toEqual([0])
    expect(await site.as().call(getQuestion, { id: questionId })).toMatchObject({
      accepted_answer_id: id,
    })
  })

  it('requires the asker or staff, and an open answer of the question', async () => {
    const { asker, first, questionId, one, accept } = await aThread()
    const other = await aThread()
    await expectError(accept(one, first.token), 'auth.forbidden')
    await expectError(accept(other.one), 'answer.not_found')
    await expectError(accept('10029999999999999'), 'answer.not_found')
    await site.as(first.token).call(deleteAnswer, { id: one })
    await expectError(accept(one), 'answer.not_found')
    await expectError(accept(one, mia.token), 'answer.not_found')
    await site.db
      .update(questions)
      .set({ status: 10, deletedAt: new Date(), deletedBy: asker.id })
      .where(eq(questions.id, questionId))
    await expectError(accept(''), 'post.deleted')
  })

  it('grants points once under concurrent requests', async () => {
    const { asker, first, second, one, two, accept } = await aThread()
    await Promise.all([accept(one), accept(two), accept(one), accept(two), accept(one)])
    const [mine, ...theirs] = await pointsOf(asker, first, second)
    expect([mine, ...theirs.toSorted((a, b) => a - b)]).toEqual([2, 0, 15])
  })
})

describe('DELETE /answer of an accepted answer', () => {
  it('rejects the author', async () => {
    const { first, one, accept } = await aThread()
    await accept(one)
    const rejection = site.as(first.token).call(deleteAnswer, { id: one })
    await expectError(rejection, 'answer.cannot_delete')
  })

  it('by staff unaccepts it, and restoring brings back only points from votes', async () => {
    const { asker, first, questionId, one, accept } = await aThread()
    await accept(one)
    await site.db.insert(reputationEntries).values({
      userId: first.id,
      kind: 'answer.voted_up',
      change: 'given',
      points: 10,
      objectId: one,
      byUserId: mia.id,
      day: '2026-01-01',
      createdAt: new Date(),
    })
    await site.db.update(users).set({ points: 25 }).where(eq(users.id, first.id))
    await site.as(mia.token).call(deleteAnswer, { id: one })
    expect(await pointsOf(asker, first)).toEqual([0, 0])
    const question = await site.as().call(getQuestion, { id: questionId })
    expect(question).toMatchObject({ accepted_answer_id: '0', answer_count: 1 })
    await site.as(mia.token).call(recoverAnswer, { answer_id: one })
    expect(await pointsOf(asker, first)).toEqual([0, 10])
    await accept(one)
    expect(await pointsOf(asker, first)).toEqual([2, 25])
    await accept('')
    expect(await pointsOf(asker, first)).toEqual([0, 10])
  })
})
