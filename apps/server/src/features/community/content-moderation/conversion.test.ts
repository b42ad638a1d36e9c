import type { Client } from '@stoa/contract/client'
import { getTimeline } from '@stoa/contract/features/activity'
import {
  acceptAnswer,
  getAnswer,
  operateAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import {
  addComment,
  editComment,
  listComments,
  recoverComment,
} from '@stoa/contract/features/comments'
import { convertAnswer, convertComment } from '@stoa/contract/features/content-moderation'
import { closeQuestion, getQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { users } from '../../../schema/users.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let ada: Client
let ben: Client
let cleo: Client
let mod: Client
let benId: string

beforeAll(async () => {
  site = await aSite()
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
})
afterAll(() => site.close())
// Many acts of one user would require a captcha.
beforeEach(async () => {
  const made = [await aUser(site.ctx), await aUser(site.ctx), await aUser(site.ctx)]
  ;[ada, ben, cleo] = made.map(({ token }) => site.as(token)) as [Client, Client, Client]
  benId = made[1]!.id
  await site.db.update(users).set({ points: 200 }).where(eq(users.id, made[2]!.id))
  await site.db.update(users).set({ points: 200 }).where(eq(users.id, made[0]!.id))
})

const actionsOf = (list: { action: string }[]) => list.map(({ action }) => action)
const listOn = async (object_id: string) => (await ben.call(listComments, { object_id })).list

async function pointsOf(id: string) {
  const [row] = await site.db.select().from(users).where(eq(users.id, id))
  return { points: row!.points, answers: row!.answerCount }
}

/** Ada's points are set without entries in the ledger. */
async function expectHealthy() {
  const findings = await runChecks(site.ctx, { repair: false })
  expect(findings.filter(({ name }) => name !== 'users.points')).toEqual([])
}

async function aThread() {
  const { id } = await aQuestion(ada)
  const answer = await anAnswer(ben, id, 'Have you tried a steel bowl?')
  const other = await anAnswer(cleo, id, 'Heat the oven longer.')
  const reply = await ada.call(addComment, { object_id: answer.id, original_text: 'No, why?' })
  await ada.call(voteUp, { object_id: answer.id })
  await cleo.call(voteDown, { object_id: answer.id })
  return { id, answerId: answer.id, otherId: other.id, replyId: reply.comment_id }
}

describe('POST /answer/conversion', () => {
  it('makes the answer a comment with its author, time, upvotes and comments', async () => {
    const { id, answerId, replyId } = await aThread()
    const { info } = await ben.call(getAnswer, { id: answerId })
    await ada.call(acceptAnswer, { question_id: id, answer_id: answerId })
    expect(await pointsOf(benId)).toMatchObject({ points: 23, answers: 1 })
    const { comment_id } = await mod.call(convertAnswer, { answer_id: answerId, object_id: id })
    const comments = await listOn(id)
    expect(comments).toMatchObject([
      {
        comment_id,
        user_id: benId,
        created_at: info.create_time,
        vote_count: 1,
        original_text: 'Have you tried a steel bowl?',
      },
      { comment_id: replyId, reply_comment_id: comment_id },
    ])
    await expectError(ada.call(getAnswer, { id: answerId }), 'answer.not_found')
    const question = await ada.call(getQuestion, { id })
    expect(question).toMatchObject({ answer_count: 1, accepted_answer_id: '0' })
    expect(await pointsOf(benId)).toMatchObject({ points: 0, answers: 0 })
    await expectHealthy()
  })

  it('is undone by converting the comment back', async () => {
    const { id, answerId, otherId, replyId } = await aThread()
    const { comment_id } = await mod.call(convertAnswer, {
      answer_id: answerId,
      object_id: otherId,
    })
    expect(await listOn(otherId)).toHaveLength(2)
    const answered = await mod.call(convertComment, { comment_id })
    expect(answered).toEqual({ answer_id: answerId, question_id: id })
    const { info } = await ben.call(getAnswer, { id: answerId })
    expect(info).toMatchObject({ vote_count: 0, comment_count: 1, version: 1, status: 1 })
    expect(await listOn(otherId)).toEqual([])
    expect(await listOn(answerId)).toMatchObject([{ comment_id: replyId, reply_comment_id: '0' }])
    expect(await pointsOf(benId)).toMatchObject({ points: 8, answers: 1 })
    await expectHealthy()
  })

  it('keeps an edit of the comment as a new version of the answer', async () => {
    const { id, answerId } = await aThread()
    const { comment_id } = await mod.call(convertAnswer, { answer_id: answerId, object_id: id })
    await mod.call(editComment, { comment_id, original_text: 'Have you tried steel?' })
    await mod.call(convertComment, { comment_id })
    const { info } = await ben.call(getAnswer, { id: answerId })
    expect(info).toMatchObject({ content: 'Have you tried steel?', version: 2 })
    await mod.call(convertAnswer, { answer_id: answerId, object_id: id })
    expect(await listOn(id)).toMatchObject([{ comment_id }, {}])
    await expectHealthy()
  })

  it('is in the staff log and in the timeline', async () => {
    const { id, answerId } = await aThread()
    const { comment_id } = await mod.call(convertAnswer, { answer_id: answerId, object_id: id })
    const { list } = await mod.call(listStaffLog, { action: 'convert' })
    expect(list[0]).toMatchObject({
      object_id: answerId,
      before: { answer: answerId, score: 0, accepted: false },
      after: { comment: comment_id, post: id, moved_comments: 1 },
    })
    const { timeline } = await ben.call(getTimeline, { object_id: id })
    expect(timeline[0]).toMatchObject({ activity_type: 'converted', object_id: comment_id })
  })

  it('is not undone by restoring the answer', async () => {
    const { id, answerId } = await aThread()
    await mod.call(convertAnswer, { answer_id: answerId, object_id: id })
    await expectError(mod.call(recoverAnswer, { answer_id: answerId }), 'answer.converted')
  })

  it('rejects what cannot be converted', async () => {
    const { id, answerId, otherId } = await aThread()
    const elsewhere = await aQuestion(ada)
    const convert = (answer_id: string, object_id: string, client = mod) =>
      client.call(convertAnswer, { answer_id, object_id })
    await expectError(convert(answerId, id, ben), 'auth.forbidden')
    await expectError(convert(answerId, answerId), 'comment.same_post')
    await expectError(convert(answerId, elsewhere.id), 'target.other_question')
    const long = await anAnswer(cleo, elsewhere.id, 'Long. '.repeat(120))
    await expectError(convert(long.id, elsewhere.id), 'answer.too_long_for_comment')
    await mod.call(operateAnswer, { id: otherId, operation: 'lock' })
    await expectError(convert(otherId, id), 'post.unlock_first')
    await expectError(convert(answerId, otherId), 'post.unlock_first')
    await mod.call(operateAnswer, { id: otherId, operation: 'unlock' })
    await convert(answerId, id)
    await expectError(convert(answerId, id), 'post.deleted')
    await expectError(convert(otherId, answerId), 'object.already_deleted')
  })

  it('is offered to staff for answers that fit', async () => {
    const { answerId } = await aThread()
    const read = async (client: Client) =>
      actionsOf((await client.call(getAnswer, { id: answerId })).info.member_actions)
    expect(await read(mod)).toContain('convert_to_comment')
    expect(await read(ben)).not.toContain('convert_to_comment')
  })
})

describe('POST /comment/conversion', () => {
  it('makes the comment an answer with its author, time, upvotes and replies', async () => {
    const { id } = await aQuestion(ada)
    const remark = { object_id: id, original_text: 'Use a steel bowl.' }
    const { comment_id, created_at } = await ben.call(addComment, remark)
    const reply = { object_id: id, original_text: 'Thanks!', reply_comment_id: comment_id }
    const { comment_id: replyId } = await ada.call(addComment, reply)
    await ada.call(voteUp, { object_id: comment_id })
    site.advance(60_000)
    const { answer_id } = await mod.call(convertComment, { comment_id })
    const { info } = await cleo.call(getAnswer, { id: answer_id })
    expect(info).toMatchObject({
      content: 'Use a steel bowl.',
      create_time: created_at,
      vote_count: 1,
      comment_count: 1,
      user_info: { id: benId },
    })
    expect(await listOn(id)).toEqual([])
    expect(await listOn(answer_id)).toMatchObject([{ comment_id: replyId, reply_comment_id: '0' }])
    expect(await pointsOf(benId)).toEqual({ points: 0, answers: 1 })
    await expectError(mod.call(recoverComment, { comment_id }), 'comment.converted')
    await mod.call(convertAnswer, { answer_id, object_id: id })
    expect(await listOn(id)).toMatchObject([
      { comment_id, vote_count: 1 },
      { comment_id: replyId, reply_comment_id: comment_id },
    ])
    await expectHealthy()
  })

  it('counts links to other questions', async () => {
    const linked = await aQuestion(ada)
    const { id } = await aQuestion(ada)
    const text = `See /questions/${linked.id} about it.`
    const { comment_id } = await ben.call(addComment, { object_id: id, original_text: text })
    const { answer_id } = await mod.call(convertComment, { comment_id })
    await expectHealthy()
    await mod.call(convertAnswer, { answer_id, object_id: id })
    await expectHealthy()
  })

  it('rejects what cannot be converted', async () => {
    const { id, otherId } = await aThread()
    const aComment = async (client: Client, original_text: string, object_id = id) =>
      (await client.call(addComment, { object_id, original_text })).comment_id
    const convert = (comment_id: string, client = mod) =>
      client.call(convertComment, { comment_id })
    const own = await aComment(ada, 'Try it with honey.')
    await expectError(convert(own, ada), 'auth.forbidden')
    await expectError(convert(await aComment(ada, 'Hi!')), 'comment.too_short_for_answer')
    await expectError(convert(await aComment(ben, 'Another one.')), 'answer.restricted')
    const onLocked = await aComment(ada, 'On a locked one.', otherId)
    await mod.call(operateAnswer, { id: otherId, operation: 'lock' })
    await expectError(convert(onLocked), 'post.unlock_first')
    await mod.call(closeQuestion, { id, close_type: 64, close_msg: 'Which?' })
    await expectError(convert(own), 'answer.question_closed')
  })
})
