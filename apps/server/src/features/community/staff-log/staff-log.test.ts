import type { Client } from '@stoa/contract/client'
import { deleteAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import { addComment, deleteComment, editComment } from '@stoa/contract/features/comments'
import { flagContent, listFlagCases, reviewFlagCase } from '@stoa/contract/features/flags'
import { undoDecision } from '@stoa/contract/features/review'
import {
  closeQuestion,
  deleteQuestion,
  operateQuestion,
  recoverQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { exportStaffLog, listStaffLog } from '@stoa/contract/features/staff-log'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { toCsvLine } from './csv.rules.ts'
import { currentScope, withScope } from '../../../kernel/request-scope.ts'
import { staffLog } from '../../../schema/staff-log.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { exportStaffLog as createExport } from './staff-log.export.ts'

let site: TestSite
let ada: Client
let mod: Client
let modId: string

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  const moderator = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  mod = site.as(moderator.token)
  modId = moderator.id
})
afterAll(() => site.close())

const entriesOf = async (object_id: string) =>
  (await mod.call(listStaffLog, { object_id })).list.toReversed()
const changesOf = async (objectId: string) =>
  (await entriesOf(objectId)).map(({ action, before, after }) => [action, before, after])

describe('the staff log', () => {
  it('records what staff do to questions of others, with before and after', async () => {
    const original = await aQuestion(ada)
    const { id } = await aQuestion(ada, { title: 'About rye' })
    await mod.call(closeQuestion, { id, close_type: 64, close_msg: 'Which oven?' })
    await mod.call(reopenQuestion, { question_id: id })
    const close_msg = `/questions/${original.id}`
    await mod.call(closeQuestion, { id, close_type: 60, close_msg })
    for (const operation of ['pin', 'pin', 'unpin', 'hide', 'show'] as const)
      await mod.call(operateQuestion, { id, operation })
    await mod.call(deleteQuestion, { id })
    await mod.call(recoverQuestion, { question_id: id })
    const duplicate = { status: 'closed', reason: 'duplicate', duplicate_of: original.id }
    const unclear = { status: 'closed', reason: 'needs_details' }
    expect(await changesOf(id)).toEqual([
      ['close', { status: 'open' }, unclear],
      ['reopen', unclear, { status: 'open' }],
      ['close', { status: 'open' }, duplicate],
      ['pin', { pinned: false }, { pinned: true }],
      ['unpin', { pinned: true }, { pinned: false }],
      ['unlist', { listed: true }, { listed: false }],
      ['list', { listed: false }, { listed: true }],
      ['delete', { status: 'closed' }, { status: 'deleted' }],
      ['undelete', { status: 'deleted' }, { status: 'closed' }],
    ])
    const [first] = await entriesOf(id)
    expect(first).toMatchObject({
      object_type: 'question',
      question_id: id,
      title: 'About rye',
      actor_info: { id: modId, display_name: 'Mia' },
      user_info: { display_name: 'Ada' },
      reason: 'Which oven?',
    })
  })

  it('records what staff do to answers and comments of others, and decided flags', async () => {
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(ada, id)
    const { comment_id } = await ada.call(addComment, { object_id: id, original_text: 'Buy now' })
    await mod.call(deleteAnswer, { id: answer.id })
    await mod.call(recoverAnswer, { answer_id: answer.id })
    await mod.call(editComment, { comment_id, original_text: 'Bye now' })
    const ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
    await ben.call(flagContent, { object_id: comment_id, report_type: 57 })
    const { list } = await mod.call(listFlagCases, {})
    const { flag_id } = list.find(({ object_id }) => object_id === comment_id)!
    await mod.call(reviewFlagCase, { flag_id, operation_type: 'delete_post' })
    await mod.call(undoDecision, { type: 'flagged_post', id: flag_id })
    expect((await changesOf(answer.id)).map(([action]) => action)).toEqual(['delete', 'undelete'])
    expect(await changesOf(comment_id)).toEqual([
      ['edit', { text: 'Buy now' }, { text: 'Bye now' }],
      ['delete', { status: 'open' }, { status: 'deleted' }],
      ['decide_flags', { case: flag_id }, { case: flag_id, operation: 'delete_post' }],
      ['undelete', { status: 'deleted' }, { status: 'open' }],
      ['reopen_flags', { case: flag_id }, { case: flag_id }],
    ])
    expect(JSON.stringify(await entriesOf(comment_id))).not.toContain('Ben')
  })

  it('does not record what authors do to their own content', async () => {
    for (const client of [ada, mod]) {
      const { id } = await aQuestion(client)
      const { comment_id } = await client.call(addComment, { object_id: id, original_text: 'Hm' })
      await client.call(editComment, { comment_id, original_text: 'Hmm' })
      await client.call(deleteComment, { comment_id })
      await client.call(deleteQuestion, { id })
      await client.call(recoverQuestion, { question_id: id })
      expect(await entriesOf(id)).toEqual([])
      expect(await entriesOf(comment_id)).toEqual([])
    }
  })

  it('has no entry of an act that failed', async () => {
    const { id } = await aQuestion(ada)
    await expectError(mod.call(reopenQuestion, { question_id: id }), 'question.not_closed')
    expect(await entriesOf(id)).toEqual([])
  })

  it.each([
    sql`update staff_log set reason = 'Forged.'`,
    sql`delete from staff_log`,
    sql`truncate staff_log`,
  ])('is append-only in the database', async (statement) => {
    await expect(site.db.execute(statement)).rejects.toThrow()
    expect((await mod.call(listStaffLog, {})).count).toBeGreaterThan(0)
  })
})

describe('GET /staff/log', () => {
  it('is for staff only', async () => {
    await expectError(ada.call(listStaffLog, {}), 'auth.forbidden')
    await expectError(site.as().call(listStaffLog, {}), 'auth.required')
    await expectError(ada.call(exportStaffLog, {}), 'auth.forbidden')
  })

  it('filters by actor, action, user and day', async () => {
    const eve = await aUser(site.ctx, { name: 'Eve', role: 'admin' })
    const zoe = await aUser(site.ctx, { name: 'Zoe' })
    const { id } = await aQuestion(site.as(zoe.token))
    await site.as(eve.token).call(operateQuestion, { id, operation: 'pin' })
    await mod.call(operateQuestion, { id, operation: 'unpin' })
    const actionsOf = async (input: object) =>
      (await mod.call(listStaffLog, input)).list.map(({ action }) => action)
    expect(await actionsOf({ username: 'ZOE' })).toEqual(['unpin', 'pin'])
    expect(await actionsOf({ actor: 'eve' })).toEqual(['pin'])
    expect(await actionsOf({ username: 'zoe', action: 'unpin' })).toEqual(['unpin'])
    expect(await actionsOf({ username: 'nobody' })).toEqual([])
    const today = site.ctx.clock.now().toISOString().slice(0, 10)
    expect(await actionsOf({ username: 'zoe', from: today, to: today })).toHaveLength(2)
    expect(await actionsOf({ username: 'zoe', from: '2099-01-01' })).toEqual([])
    expect(await actionsOf({ username: 'zoe', to: '2020-01-01' })).toEqual([])
    for (const from of ['0000-01-01', '2026-02-31', 'yesterday'])
      await expectError(mod.call(listStaffLog, { from }), 'base.request_format_error')
    const { count, list } = await mod.call(listStaffLog, { username: 'zoe', page_size: 1, page: 2 })
    expect([count, list.map(({ action }) => action)]).toEqual([2, ['pin']])
  })
})

describe('GET /staff/log/export', () => {
  it('streams CSV in batches, one statement each', async () => {
    const { id } = await aUser(site.ctx, { name: 'Flo' })
    await site.db.insert(staffLog).values(
      Array.from({ length: 1100 }, (_, index) => ({
        actorId: modId,
        action: 'pin' as const,
        objectType: 'question' as const,
        objectId: '10010000000000001',
        userId: id,
        reason: `Entry ${index}, "quoted"`,
        createdAt: new Date(Date.now() - index * 1000),
      })),
    )
    const filters = { actor: '', username: 'flo' }
    const { text, statements } = await withScope('csv', async () => {
      const { chunks } = await createExport(site.ctx.db, filters, 'UTC')
      let json = ''
      for await (const chunk of chunks) json += chunk
      return { text: JSON.parse(json) as string, statements: currentScope()?.sqlCount }
    })
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1101)
    expect(lines[0]).toBe('time,actor,action,object_type,object_id,user,reason,before,after')
    expect(lines.at(-1)).toMatch(
      /,mia,pin,question,10010000000000001,flo,"Entry 1099, ""quoted""",/,
    )
    // The user, then three batches.
    expect(statements).toBe(4)
  })

  it.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['-3', '-3'],
    ['-0.5', '-0.5'],
    ['-3+1', "'-3+1"],
    ['+3', "'+3"],
    ['a,b', '"a,b"'],
    ['-1"2', `"'-1""2"`],
    ['two\nlines', '"two\nlines"'],
  ])('writes %j as %s', (cell, expected) => {
    expect(toCsvLine([cell])).toBe(`${expected}\r\n`)
  })
})
