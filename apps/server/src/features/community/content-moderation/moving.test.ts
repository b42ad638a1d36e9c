import type { Client } from '@stoa/contract/client'
import { operateAnswer } from '@stoa/contract/features/answers'
import { addComment, deleteComment, listComments } from '@stoa/contract/features/comments'
import { moveComment } from '@stoa/contract/features/content-moderation'
import { flagContent, listFlagCases } from '@stoa/contract/features/flags'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { findPostId } from './content-moderation.rules.ts'

let site: TestSite
let ada: Client
let ben: Client
let mod: Client

beforeAll(async () => {
  site = await aSite()
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
})
afterAll(() => site.close())
beforeEach(async () => {
  ada = site.as((await aUser(site.ctx)).token)
  ben = site.as((await aUser(site.ctx)).token)
})

const idsOn = async (object_id: string) =>
  (await ada.call(listComments, { object_id })).list.map(({ comment_id }) => comment_id)
const move = (comment_id: string, target: string, reply_comment_id?: string, client = mod) =>
  client.call(moveComment, {
    comment_id,
    target,
    ...(reply_comment_id === undefined ? {} : { reply_comment_id }),
  })

/** A comment, a reply to it, a reply to that one, and one that is not part of the thread. */
async function aThread() {
  const { id } = await aQuestion(ada)
  const answer = await anAnswer(ben, id)
  const write = async (original_text: string, reply_comment_id?: string) => {
    const reply = reply_comment_id === undefined ? {} : { reply_comment_id }
    return (await ada.call(addComment, { object_id: id, original_text, ...reply })).comment_id
  }
  const parent = await write('Unrelated.')
  const root = await write('Which oven?', parent)
  const reply = await write('A gas oven.', root)
  const last = await write('How hot?', reply)
  return { id, answerId: answer.id, parent, root, reply, last }
}

describe('PUT /comment/post', () => {
  it('moves a comment with all replies, and back', async () => {
    const { id, answerId, parent, root, reply, last } = await aThread()
    await mod.call(deleteComment, { comment_id: last })
    expect(await move(root, answerId)).toMatchObject({ object_id: answerId, count: 3 })
    expect(await idsOn(answerId)).toEqual([root, reply])
    expect(await idsOn(id)).toEqual([parent])
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
    await move(root, id, parent)
    const { list } = await ada.call(listComments, { object_id: id })
    expect(list.map((one) => [one.comment_id, one.reply_comment_id])).toEqual([
      [parent, '0'],
      [root, parent],
      [reply, root],
    ])
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })

  it('moves to another question by its URL, with open flags', async () => {
    const { root, reply, last } = await aThread()
    await ben.call(flagContent, { object_id: root, report_type: 57 })
    const other = await aQuestion(ada, { title: 'Where to buy an oven?' })
    await move(root, `/questions/${other.id}/where-to-buy-an-oven`)
    expect(await idsOn(other.id)).toEqual([root, reply, last])
    const { list } = await mod.call(listFlagCases, {})
    expect(list[0]).toMatchObject({ object_type: 'comment', title: 'Where to buy an oven?' })
    const log = await mod.call(listStaffLog, { action: 'move' })
    expect(log.list[0]).toMatchObject({
      object_id: root,
      after: { post: other.id, moved_comments: 3 },
    })
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })

  it('rejects what cannot be moved', async () => {
    const { id, answerId, root, reply } = await aThread()
    await expectError(move(root, answerId, undefined, ada), 'auth.forbidden')
    await expectError(move(root, id), 'comment.same_post')
    await expectError(move(root, 'https://example.org/questions/1'), 'target.bad_url')
    await expectError(move(root, '10010000000009999'), 'question.not_found')
    await expectError(move(root, answerId, reply), 'comment.reply_elsewhere')
    await mod.call(operateAnswer, { id: answerId, operation: 'lock' })
    await expectError(move(root, answerId), 'post.unlock_first')
    const gone = await aQuestion(ada)
    await ada.call(deleteQuestion, { id: gone.id })
    await expectError(move(root, gone.id), 'object.already_deleted')
    await mod.call(deleteComment, { comment_id: root })
    await expectError(move(root, answerId), 'comment.not_found')
  })
})

describe('findPostId', () => {
  it.each([
    ['10010000000000007', '10010000000000007'],
    ['/questions/10010000000000007/title', '10010000000000007'],
    ['https://stoa.example/questions/10010000000000007/10020000000000009', '10020000000000009'],
    ['https://other.example/questions/10010000000000007', null],
    ['/tags/bread', null],
    ['10070000000000007', null],
    ['bread', null],
  ])('%s', (text, expected) => {
    expect(findPostId(text, 'https://stoa.example')).toBe(expected)
  })
})
