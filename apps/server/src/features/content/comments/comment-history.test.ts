import type { Client } from '@stoa/contract/client'
import { getTimeline } from '@stoa/contract/features/activity'
import {
  addComment,
  deleteComment,
  editComment,
  listCommentRevisions,
  listComments,
  listDeletedComments,
  recoverComment,
} from '@stoa/contract/features/comments'
import { getAnswer } from '@stoa/contract/features/answers'
import { readQuestion } from '@stoa/contract/features/question-page'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
let ada: Client
let ben: Client
let mia: Client

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
  mia = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
})
afterAll(() => site.close())

const aComment = async (object_id: string, original_text: string) =>
  (await ada.call(addComment, { object_id, original_text })).comment_id

describe('POST /comment/recover', () => {
  it('restores a comment and its count, for staff only', async () => {
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(ben, id)
    const comment_id = await aComment(answer.id, 'Deleted by mistake')
    await ada.call(deleteComment, { comment_id })
    for (const client of [ada, ben])
      await expectError(client.call(recoverComment, { comment_id }), 'auth.forbidden')
    const read = async () => (await ben.call(listComments, { object_id: answer.id })).list.length
    expect(await read()).toBe(0)
    await mia.call(recoverComment, { comment_id })
    await mia.call(recoverComment, { comment_id })
    expect(await read()).toBe(1)
    const { info } = await site.as().call(getAnswer, { id: answer.id })
    expect(info.comment_count).toBe(1)
    const { timeline } = await mia.call(getTimeline, { object_id: answer.id })
    expect(timeline.map((row) => row.activity_type)).toEqual([
      'undeleted',
      'deleted',
      'commented',
      'answered',
    ])
    const seen = await ben.call(getTimeline, { object_id: answer.id })
    expect(seen.timeline.map((row) => row.activity_type)).toEqual(['commented', 'answered'])
    await expectError(
      mia.call(recoverComment, { comment_id: '10079999999999999' }),
      'comment.not_found',
    )
    expect((await runChecks(site.ctx, { repair: false })).filter(({ count }) => count > 0)).toEqual(
      [],
    )
  })

  it('counts once when two moderators restore it at the same time', async () => {
    const { id } = await aQuestion(ada)
    const comment_id = await aComment(id, 'Restored twice')
    await ada.call(deleteComment, { comment_id })
    await Promise.all([1, 2, 3].map(() => mia.call(recoverComment, { comment_id })))
    const { timeline } = await mia.call(getTimeline, { object_id: id })
    expect(timeline.filter((row) => row.activity_type === 'undeleted')).toHaveLength(1)
    expect((await runChecks(site.ctx, { repair: false })).filter(({ count }) => count > 0)).toEqual(
      [],
    )
  })
})

describe('GET /comment/deleted/page', () => {
  it('lists deleted comments on the question and its answers, for staff only', async () => {
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(ben, id)
    await aComment(id, 'Still here')
    const first = await aComment(id, 'On the question')
    const second = await aComment(answer.id, 'On the answer')
    await mia.call(deleteComment, { comment_id: first })
    await ada.call(deleteComment, { comment_id: second })
    const { count, list } = await mia.call(listDeletedComments, { question_id: id })
    expect(count).toBe(2)
    expect(list).toMatchObject([
      { object_id: id, original_text: 'On the question', deleted_user_info: { username: 'mia' } },
      { object_id: answer.id, original_text: 'On the answer', member_actions: [] },
    ])
    expect(list[0]!.deleted_at).toBeGreaterThan(0)
    for (const client of [ada, ben])
      await expectError(client.call(listDeletedComments, { question_id: id }), 'auth.forbidden')
    await expectError(
      mia.call(listDeletedComments, { question_id: '10019999999999999' }),
      'question.not_found',
    )
  })
})

describe('GET /comment/revisions', () => {
  it('lists the versions of an edited comment, for staff only', async () => {
    const { id } = await aQuestion(ada)
    const comment_id = await aComment(id, 'First words')
    const versions = async () =>
      (await mia.call(listCommentRevisions, { comment_id })).list.map((one) => [
        one.version,
        one.original_text,
        one.user_info.username,
      ])
    expect(await versions()).toEqual([])
    await ada.call(editComment, { comment_id, original_text: 'Second words' })
    await mia.call(editComment, { comment_id, original_text: 'Third words' })
    const expected = [
      [3, 'Third words', 'mia'],
      [2, 'Second words', 'ada'],
      [1, 'First words', 'ada'],
    ]
    expect(await versions()).toEqual(expected)
    await ada.call(deleteComment, { comment_id })
    expect(await versions()).toEqual(expected)
    await expectError(ada.call(listCommentRevisions, { comment_id }), 'auth.forbidden')
    await expectError(
      mia.call(listCommentRevisions, { comment_id: '10079999999999999' }),
      'comment.not_found',
    )
  })

  it('a comment tells when it was edited', async () => {
    const { id } = await aQuestion(ada)
    const comment_id = await aComment(id, 'Before the edit')
    const read = async () => {
      const page = await site.as().call(readQuestion, { id })
      return page.attached[0]?.comments.list[0]
    }
    expect(await read()).not.toHaveProperty('edited_at')
    await ada.call(editComment, { comment_id, original_text: 'After the edit' })
    expect((await read())?.edited_at).toBeGreaterThan(0)
  })
})
