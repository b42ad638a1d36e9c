import type { Client } from '@stoa/contract/client'
import { listAdminQuestions } from '@stoa/contract/features/content-admin'
import {
  type BulkAction,
  getBulkAction,
  listBulkActions,
  listRejectedItems,
  startBulkAction,
  stopBulkAction,
  undoBulkAction,
} from '@stoa/contract/features/bulk-actions'
import { getQuestion, operateQuestion, recoverQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { createTag, deleteTag } from '@stoa/contract/features/tags'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { listeners } from '../../../features.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { assertConsistent } from '../../community/held-posts/held-posts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: Client
let adminId: string
let other: Client
let mod: Client
let ada: Client

// Without workers: the tests run the jobs.
beforeAll(async () => {
  site = await aSite()
  const root = await aUser(site.ctx, { name: 'Root', role: 'admin' })
  ;[admin, adminId] = [site.as(root.token), root.id]
  other = site.as((await aUser(site.ctx, { name: 'Ruth', role: 'admin' })).token)
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  ada = site.as((await aUser(site.ctx)).token)
})
afterAll(() => site.close())
afterEach(() => assertConsistent(site.ctx))

const someQuestions = async (count: number, tagNames = ['bread']) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await aQuestion(ada, { tags: tagNames })).id)
  return ids
}
const aTag = async (name: string) => {
  await admin.call(createTag, { slug_name: name, display_name: name, original_text: '' })
  const [tag] = await site.db.select({ id: tags.id }).from(tags).where(eq(tags.slugName, name))
  return tag!.id
}
type StartInput = Parameters<typeof admin.call<typeof startBulkAction>>[1]
const start = (input: Omit<StartInput, 'object_type'>, client = admin) =>
  client.call(startBulkAction, { object_type: 'question', ...input })
const runJob = async ({ id }: { id: string }, ctx = site.ctx) => {
  const [listener] = listeners.after.get('bulk_action.started')!
  await listener!.run(ctx, { bulkActionId: id } as never)
}
const get = ({ id }: { id: string }) => admin.call(getBulkAction, { id })
const startAndRun = async (input: Omit<StartInput, 'object_type'>): Promise<BulkAction> => {
  const bulk = await start(input)
  await runJob(bulk)
  return await get(bulk)
}
const undo = async (bulk: { id: string }): Promise<BulkAction> => {
  const started = await admin.call(undoBulkAction, { id: bulk.id })
  await runJob(started)
  return await get(started)
}
const rowsOf = async (ids: string[]) =>
  await site.db.select().from(questions).where(inArray(questions.id, ids)).orderBy(questions.id)
const statusesOf = async (ids: string[]) => (await rowsOf(ids)).map(({ status }) => status)
const rejectedOf = async ({ id }: { id: string }) =>
  (await admin.call(listRejectedItems, { id })).list.map(({ object_id, reason }) => [
    object_id,
    reason,
  ])

/** Acts before the given transaction. */
function contextWith(at: number, act: () => Promise<unknown>): TestSite['ctx'] {
  let transactions = 0
  const transaction: TestSite['ctx']['database']['transaction'] = async (work) => {
    if (++transactions === at) await act()
    return await site.ctx.database.transaction(work)
  }
  return { ...site.ctx, database: { ...site.ctx.database, transaction } }
}

/** Fails at the given transaction. */
const failingContext = (at: number) =>
  contextWith(at, async () => await Promise.reject(new Error('killed')))

describe('a bulk action', () => {
  it('deletes, and the undo restores', async () => {
    const ids = await someQuestions(3)
    const bulk = await startAndRun({ action: 'delete', ids })
    expect(bulk).toMatchObject({ state: 'done', total: 3, done: 3, rejected: 0, can_undo: true })
    expect(await statusesOf(ids)).toEqual([10, 10, 10])
    expect(await undo(bulk)).toMatchObject({ state: 'done', done: 3, undoes_id: bulk.id })
    expect(await statusesOf(ids)).toEqual([1, 1, 1])
    await expectError(admin.call(undoBulkAction, { id: bulk.id }), 'bulk.undone')
    expect(await get(bulk)).toMatchObject({ can_undo: false })
  })

  it('closes with a reason, and the undo reopens', async () => {
    const ids = await someQuestions(2)
    const closing = { close_type: 59, close_msg: 'Not about bread.' }
    const bulk = await startAndRun({ action: 'close', ids, ...closing })
    expect(await statusesOf(ids)).toEqual([2, 2])
    expect((await ada.call(getQuestion, { id: ids[0]! })).operation?.msg).toBe('Not about bread.')
    await undo(bulk)
    expect(await statusesOf(ids)).toEqual([1, 1])
  })

  it('unlists, and the undo lists', async () => {
    const ids = await someQuestions(2)
    const bulk = await startAndRun({ action: 'unlist', ids })
    expect((await rowsOf(ids)).map(({ isListed }) => isListed)).toEqual([false, false])
    await undo(bulk)
    expect((await rowsOf(ids)).map(({ isListed }) => isListed)).toEqual([true, true])
  })

  it('changes tags, and the undo puts the former ones back', async () => {
    const [one, two] = [await someQuestions(1, ['old', 'kept']), await someQuestions(1, ['kept'])]
    await aTag('new')
    const tagsOf = async (id: string) =>
      (await ada.call(getQuestion, { id })).tags.map(({ slug_name }) => slug_name)
    const bulk = await startAndRun({
      action: 'change_tags',
      ids: [...one, ...two],
      add_tags: ['New'],
      remove_tags: ['old'],
    })
    expect(await tagsOf(one[0]!)).toEqual(['kept', 'new'])
    expect(await tagsOf(two[0]!)).toEqual(['kept', 'new'])
    await undo(bulk)
    expect(await tagsOf(one[0]!)).toEqual(['old', 'kept'])
    expect(await tagsOf(two[0]!)).toEqual(['kept'])
  })

  it('deletes and restores answers', async () => {
    const [questionId] = await someQuestions(1)
    const { id } = await anAnswer(ada, questionId!, 'Two hours at least.')
    const bulk = await admin.call(startBulkAction, {
      object_type: 'answer',
      action: 'delete',
      ids: [id, questionId!],
    })
    expect(bulk.total).toBe(1)
    await runJob(bulk)
    await undo(bulk)
    const [row] = await site.db.select().from(answers).where(eq(answers.id, id))
    expect(row?.status).toBe(1)
  })

  it('asks for the permanent removal of what is deleted', async () => {
    const [gone, kept] = await someQuestions(2)
    await startAndRun({ action: 'delete', ids: [gone!] })
    const bulk = await startAndRun({
      action: 'delete_permanently',
      ids: [gone!, kept!],
      reason: 'Spam.',
    })
    expect(bulk).toMatchObject({ done: 1, rejected: 1, can_undo: false })
    expect(await rejectedOf(bulk)).toEqual([[kept, 'post.not_deleted']])
    const { rows } = await site.db.execute(
      sql`select 1 from pgboss.job where data ->> 'objectId' = ${gone}`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('says what was rejected and why, and what needed no change', async () => {
    const [pinned, unlisted, open] = await someQuestions(3)
    await mod.call(operateQuestion, { id: pinned!, operation: 'pin' })
    await mod.call(operateQuestion, { id: unlisted!, operation: 'hide' })
    const missing = '10010000000099999'
    const ids = [missing, pinned!, unlisted!, open!]
    const bulk = await startAndRun({ action: 'unlist', ids })
    expect(bulk).toMatchObject({ total: 4, done: 1, unchanged: 1, rejected: 2 })
    const { list } = await admin.call(listRejectedItems, { id: bulk.id })
    expect(list).toMatchObject([
      { object_id: pinned, reason: 'question.pinned', title: 'How long does a starter keep?' },
      { object_id: missing, reason: 'question.not_found', title: '' },
    ])
    expect(list[0]!.reason_text).not.toBe('')
    const log = await mod.call(listStaffLog, { action: 'start_bulk_action' })
    expect(log.list[0]).toMatchObject({ object_type: 'site', object_id: bulk.id })
    const { list: ofItem } = await mod.call(listStaffLog, { object_id: open! })
    expect(ofItem.map(({ action }) => action)).toEqual(['unlist'])
  })

  it('refuses tags beyond the limits of a question', async () => {
    const [full] = await someQuestions(1, ['a1', 'a2', 'a3', 'a4', 'a5'])
    const [single] = await someQuestions(1, ['a1'])
    await aTag('a6')
    const ids = [full!, single!]
    const added = await startAndRun({ action: 'change_tags', ids: [full!], add_tags: ['a6'] })
    expect(await rejectedOf(added)).toEqual([[full, 'bulk.too_many_tags']])
    const removed = await startAndRun({ action: 'change_tags', ids, remove_tags: ['a1'] })
    expect(await rejectedOf(removed)).toEqual([[single, 'bulk.no_tags_left']])
  })

  it('rejects tags that do not exist, and names them', async () => {
    const ids = await someQuestions(1, ['known'])
    const add_tags = ['known', 'Unknwon', 'mispelt']
    const rejected = await expectError(
      start({ action: 'change_tags', ids, add_tags }),
      'bulk.unknown_tags',
    )
    expect(rejected.msg).toBe('These tags do not exist: unknwon, mispelt. Create them first.')
    expect(await site.db.$count(tags, eq(tags.slugName, 'unknwon'))).toBe(0)
  })

  it('does not restore a tag that was deleted meanwhile', async () => {
    const ids = await someQuestions(1, ['present'])
    const tagId = await aTag('vanishing')
    const bulk = await start({ action: 'change_tags', ids, add_tags: ['vanishing'] })
    await admin.call(deleteTag, { tag_id: tagId })
    await runJob(bulk)
    expect(await rejectedOf(bulk)).toEqual([[ids[0], 'bulk.tag_deleted']])
  })

  it('freezes what a filter matches when it starts', async () => {
    const ids = await someQuestions(2, ['frozen'])
    const bulk = await start({ action: 'delete', question_filter: { query: '[frozen]' } })
    const [later] = await someQuestions(1, ['frozen'])
    await runJob(bulk)
    expect(await get(bulk)).toMatchObject({ total: 2, done: 2, filter: 'normal [frozen]' })
    expect(await statusesOf([...ids, later!])).toEqual([10, 10, 1])
    const { list } = await admin.call(listAdminQuestions, { query: '[frozen]' })
    expect(list.map(({ id }) => id)).toEqual([later])
  })

  it('leaves out of the undo what someone changed since', async () => {
    const [again, same] = await someQuestions(2)
    const bulk = await startAndRun({ action: 'delete', ids: [again!, same!] })
    await mod.call(recoverQuestion, { question_id: again! })
    site.advance(1000)
    await startAndRun({ action: 'delete', ids: [again!] })
    const undone = await undo(bulk)
    expect(await rejectedOf(undone)).toEqual([[again, 'bulk.changed_since']])
    expect(await statusesOf([again!, same!])).toEqual([10, 1])
  })

  it('is for admins, and needs posts, reasons and tags', async () => {
    const ids = await someQuestions(1)
    await expectError(start({ action: 'delete', ids }, mod), 'auth.forbidden')
    await expectError(start({ action: 'delete', ids: [] }), 'bulk.nothing_chosen')
    await expectError(start({ action: 'close', ids }), 'reason.not_in_list')
    await expectError(start({ action: 'change_tags', ids }), 'bulk.no_tags')
    await expectError(start({ action: 'delete_permanently', ids }), 'bulk.reason_required')
    await expectError(admin.call(getBulkAction, { id: '999999' }), 'bulk.not_found')
  })

  it('is listed, newest first', async () => {
    const bulk = await startAndRun({ action: 'list', ids: await someQuestions(1) })
    const { list } = await admin.call(listBulkActions, {})
    expect(list[0]).toMatchObject({
      id: bulk.id,
      unchanged: 1,
      user_info: { display_name: 'Root' },
    })
  })
})

describe('the job of a bulk action', () => {
  it('continues after a crash at any step, with no post twice and none forgotten', async () => {
    const ids = await someQuestions(4)
    const bulk = await start({ action: 'delete', ids })
    for (let at = 1; (await get(bulk)).state === 'running'; at++)
      await runJob(bulk, failingContext(at)).catch(() => {})
    expect(await get(bulk)).toMatchObject({ state: 'done', total: 4, done: 4, unchanged: 0 })
    for (const id of ids) {
      const { list } = await mod.call(listStaffLog, { object_id: id })
      expect(list.map(({ action }) => action)).toEqual(['delete'])
    }
  })

  it('stops at once, and the undo restores what was done', async () => {
    const ids = await someQuestions(3)
    const bulk = await start({ action: 'delete', ids })
    await runJob(bulk, failingContext(3)).catch(() => {})
    expect(await admin.call(stopBulkAction, { id: bulk.id })).toMatchObject({ state: 'stopped' })
    await runJob(bulk)
    expect(await statusesOf(ids)).toEqual([10, 10, 1])
    await expectError(admin.call(stopBulkAction, { id: bulk.id }), 'bulk.not_running')
    await undo(bulk)
    expect(await statusesOf(ids)).toEqual([1, 1, 1])
  })

  it('stops when the admin is no admin any more', async () => {
    const ids = await someQuestions(1)
    const bulk = await start({ action: 'delete', ids })
    await site.db.update(users).set({ roleId: 3 }).where(eq(users.id, adminId))
    await runJob(bulk)
    await site.db.update(users).set({ roleId: 2 }).where(eq(users.id, adminId))
    expect(await get(bulk)).toMatchObject({ state: 'stopped', done: 0 })
    expect(await statusesOf(ids)).toEqual([1])
  })

  it.each([
    ['demoted', { roleId: 3 }],
    ['suspended', { status: 'suspended' }],
    ['deactivated', { activatedAt: null }],
  ] as const)('stops when the admin is %s while it runs', async (_state, changes) => {
    const ids = await someQuestions(4)
    const bulk = await start({ action: 'delete', ids })
    const isAdmin = eq(users.id, adminId)
    const [before] = await site.db.select().from(users).where(isAdmin)
    const ctx = contextWith(2, () => site.db.update(users).set(changes).where(isAdmin))
    await runJob(bulk, ctx)
    const { roleId, status, activatedAt } = before!
    await site.db.update(users).set({ roleId, status, activatedAt }).where(isAdmin)
    expect(await get(bulk)).toMatchObject({ state: 'stopped', done: 2 })
    expect(await statusesOf(ids)).toEqual([10, 10, 1, 1])
  })

  it('continues after an unexpected error of one post, and rejects it in the end', async () => {
    const [bad, ...others] = await someQuestions(3)
    const bulk = await start({ action: 'delete', ids: [bad!, ...others] })
    const isBad = sql.raw(`check (id <> ${bad} or status = 1)`)
    await site.db.execute(sql`alter table questions add constraint bad ${isBad}`)
    await expect(runJob(bulk)).rejects.toThrow()
    expect(await get(bulk)).toMatchObject({ state: 'running', done: 2, rejected: 0 })
    for (let run = 2; run < 8; run++) await expect(runJob(bulk)).rejects.toThrow()
    await runJob(bulk)
    await site.db.execute(sql`alter table questions drop constraint bad`)
    expect(await get(bulk)).toMatchObject({ state: 'done', done: 2, rejected: 1 })
    expect(await rejectedOf(bulk)).toEqual([[bad, 'base.unknown']])
    const { list } = await admin.call(listRejectedItems, { id: bulk.id })
    expect(list[0]?.reason_text).not.toBe('base.unknown')
  })

  it('runs twice at once without changing a post twice', async () => {
    const ids = await someQuestions(4)
    const bulk = await start({ action: 'delete', ids })
    await Promise.all([runJob(bulk), runJob(bulk)])
    expect(await get(bulk)).toMatchObject({ state: 'done', done: 4, unchanged: 0 })
  })

  it('lets two admins act on the same posts at the same time', async () => {
    const ids = await someQuestions(6)
    const [one, two] = await Promise.all([
      start({ action: 'delete', ids }),
      start({ action: 'delete', ids }, other),
    ])
    await Promise.all([runJob(one), runJob(two)])
    const [first, second] = [await get(one), await get(two)]
    expect(first.done + second.done).toBe(6)
    expect(first.unchanged + second.unchanged).toBe(6)
    for (const id of ids) {
      const { list } = await mod.call(listStaffLog, { object_id: id })
      expect(list).toHaveLength(1)
    }
  })
})
