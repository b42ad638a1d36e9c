import type { Client } from '@stoa/contract/client'
import {
  acceptAnswer,
  deleteAnswer,
  getAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import {
  addComment,
  deleteComment,
  editComment,
  listComments,
  listDeletedComments,
} from '@stoa/contract/features/comments'
import { convertAnswer, deletePermanently } from '@stoa/contract/features/content-moderation'
import { flagContent } from '@stoa/contract/features/flags'
import { follow } from '@stoa/contract/features/follows'
import { deleteQuestion, getQuestion, recoverQuestion } from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { voteUp } from '@stoa/contract/features/votes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { users } from '../../../schema/users.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { removeContent } from './removal.actions.ts'
import { remove } from './removal.jobs.ts'

let site: TestSite
let ada: Client
let ben: Client
let benId: string
let mod: Client
let admin: Client
let adminId: string

beforeAll(async () => {
  site = await aSite()
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  const user = await aUser(site.ctx, { name: 'Root', role: 'admin' })
  ;[admin, adminId] = [site.as(user.token), user.id]
})
afterAll(() => site.close())
beforeEach(async () => {
  ada = site.as((await aUser(site.ctx)).token)
  const user = await aUser(site.ctx)
  ;[ben, benId] = [site.as(user.token), user.id]
})

const ask = (object_id: string, client = admin) =>
  client.call(deletePermanently, { object_id, reason: 'Contains an address.' })
const run = (objectId: string) =>
  remove(site.ctx, { objectId, userId: adminId, reason: 'Contains an address.' })

/** Every table with a column that holds one of the ids, except for the staff log. */
async function tablesWith(ids: readonly string[]) {
  const { rows } = await site.db.execute<{ table_name: string; column_name: string }>(sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'bigint' and table_name <> 'staff_log'`)
  const found = new Set<string>()
  for (const { table_name, column_name } of rows) {
    const column = sql.identifier(column_name)
    const { rows: hits } = await site.db.execute(sql`
      select 1 from ${sql.identifier(table_name)}
      where ${column} = any(string_to_array(${ids.join(',')}, ',')::bigint[]) limit 1`)
    if (hits.length > 0) found.add(table_name)
  }
  return [...found]
}

/** A thread with something in every table that may refer to it. */
async function aFullThread() {
  const { id } = await aQuestion(ada, { title: 'What is this address?' })
  const answer = await anAnswer(ben, id, `See /questions/${id}, or not.`)
  const { comment_id } = await ben.call(addComment, { object_id: id, original_text: 'Whose?' })
  const onAnswer = await ada.call(addComment, { object_id: answer.id, original_text: 'Thanks!' })
  await ada.call(editComment, { comment_id: onAnswer.comment_id, original_text: 'Thank you!' })
  await ada.call(acceptAnswer, { question_id: id, answer_id: answer.id })
  await ben.call(switchBookmark, { object_id: id, bookmark: true })
  await ben.call(follow, { object_id: id })
  await mod.call(voteUp, { object_id: id })
  await mod.call(voteUp, { object_id: answer.id })
  await mod.call(voteUp, { object_id: comment_id })
  await ben.call(react, { object_id: id, emoji: 'heart', reaction: 'activate' })
  await ben.call(flagContent, { object_id: id, report_type: 57 })
  await ada.call(flagContent, { object_id: answer.id, report_type: 57 })
  return { id, answerId: answer.id, commentId: comment_id, onAnswerId: onAnswer.comment_id }
}

async function ledgerOf(userId: string) {
  const [row] = await site.db.select().from(users).where(eq(users.id, userId))
  return { points: row!.points, answers: row!.answerCount }
}

describe('DELETE /answer/admin/api/content', () => {
  it('removes a question with everything on it', async () => {
    const { id, answerId, commentId, onAnswerId } = await aFullThread()
    const ids = [id, answerId, commentId, onAnswerId]
    expect(await ledgerOf(benId)).toEqual({ points: 25, answers: 1 })
    await mod.call(deleteQuestion, { id })
    await ask(id)
    await run(id)
    expect(await tablesWith(ids)).toEqual([])
    expect(await ledgerOf(benId)).toEqual({ points: 0, answers: 0 })
    await expectError(admin.call(getQuestion, { id }), 'question.not_found')
    const { list } = await mod.call(listStaffLog, { action: 'delete_permanently' })
    expect(list[0]).toMatchObject({
      object_id: id,
      reason: 'Contains an address.',
      before: { title: 'What is this address?' },
      after: { answers: 1, comments: 2 },
    })
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })

  it('removes an answer with its comments', async () => {
    const { id, answerId, commentId, onAnswerId } = await aFullThread()
    await mod.call(deleteAnswer, { id: answerId })
    await ask(answerId)
    await run(answerId)
    expect(await tablesWith([answerId, onAnswerId])).toEqual([])
    const { list } = await ada.call(listComments, { object_id: id })
    expect(list.map(({ comment_id }) => comment_id)).toEqual([commentId])
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })

  it('removes a comment and keeps the replies', async () => {
    const { id, commentId } = await aFullThread()
    const reply = { object_id: id, original_text: 'Mine.', reply_comment_id: commentId }
    const { comment_id } = await ada.call(addComment, reply)
    await mod.call(deleteComment, { comment_id: commentId })
    const deleted = await admin.call(listDeletedComments, { question_id: id })
    expect(deleted.list[0]?.member_actions).toMatchObject([{ action: 'delete_permanently' }])
    await ask(commentId)
    await run(commentId)
    expect(await tablesWith([commentId])).toEqual([])
    const { list } = await ada.call(listComments, { object_id: id })
    expect(list.map((one) => one.comment_id)).toEqual([comment_id])
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })

  it('removes a converted answer and keeps the comment', async () => {
    const { id, answerId } = await aFullThread()
    const { comment_id } = await mod.call(convertAnswer, { answer_id: answerId, object_id: id })
    await run(answerId)
    const { list } = await ada.call(listComments, { object_id: id })
    expect(list.map((one) => one.comment_id)).toContain(comment_id)
    expect(await tablesWith([answerId])).toEqual([])
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })

  it('is for admins and for deleted content only', async () => {
    const { id, answerId } = await aFullThread()
    await expectError(ask(id, mod), 'auth.forbidden')
    await expectError(ask(id), 'post.not_deleted')
    await expectError(ask(answerId), 'post.not_deleted')
    await expectError(ask('10010000000009999'), 'object.not_found')
    const actionsFor = async (client: Client) =>
      (await client.call(getAnswer, { id: answerId })).info.member_actions.map((one) => one.action)
    expect(await actionsFor(admin)).not.toContain('delete_permanently')
    await mod.call(deleteAnswer, { id: answerId })
    expect(await actionsFor(admin)).toContain('delete_permanently')
    expect(await actionsFor(mod)).not.toContain('delete_permanently')
  })

  it('removes nothing that was restored before the job ran', async () => {
    const { id, answerId } = await aFullThread()
    await mod.call(deleteAnswer, { id: answerId })
    await ask(answerId)
    await mod.call(recoverAnswer, { answer_id: answerId })
    await run(answerId)
    // Restored after the job has looked, too.
    const removal = { objectId: answerId, userId: adminId, reason: 'Spam.' }
    await transact(site.ctx, (tx) => removeContent(tx, removal))
    await ada.call(getAnswer, { id: answerId })
    await mod.call(deleteQuestion, { id })
    await mod.call(recoverQuestion, { question_id: id })
    await run(id)
    expect((await ada.call(getQuestion, { id })).answer_count).toBe(1)
  })

  it('removes everything when it is repeated after a crash, and writes one row of the log', async () => {
    const { id, answerId } = await aFullThread()
    await mod.call(deleteQuestion, { id })
    const removal = { objectId: id, userId: adminId, reason: 'Spam.' }
    const crash = transact(site.ctx, async (tx) => {
      await removeContent(tx, removal)
      throw new Error('crash')
    })
    await expect(crash).rejects.toThrow('crash')
    expect(await tablesWith([answerId])).toContain('answers')
    await run(id)
    await run(id)
    expect(await tablesWith([id, answerId])).toEqual([])
    const { list } = await mod.call(listStaffLog, { action: 'delete_permanently' })
    expect(list.filter(({ object_id }) => object_id === id)).toHaveLength(1)
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })
})
