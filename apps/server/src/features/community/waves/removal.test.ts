import type { Client } from '@stoa/contract/client'
import { addComment } from '@stoa/contract/features/comments'
import { deleteQuestion, recoverQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { suspendUser, unsuspendUser } from '@stoa/contract/features/user-moderation'
import { voteUp } from '@stoa/contract/features/votes'
import { changeWaveAccount, removeWave, restoreWave } from '@stoa/contract/features/waves'
import { privilegeSettings } from '@stoa/contract/settings/people'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { waveAccounts } from '../../../schema/waves.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { assertConsistent } from '../held-posts/held-posts.factory.ts'
import { aSpammer, aWave, type Spammer, setRules, waitForWave } from './waves.factory.ts'

let site: TestSite
let mod: Client
let otherMod: Client
let ben: Client
let question: string
let spammers: Spammer[]

beforeAll(async () => {
  site = await aSite({ works: true })
  await setRules(site)
  // Everyone may vote.
  await transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level: 1 }))
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  otherMod = site.as((await aUser(site.ctx, { name: 'Max', role: 'moderator' })).token)
  ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
})
afterAll(() => site.close())

beforeEach(async () => {
  question = (await aQuestion(ben)).id
  await anAnswer(ben, question)
  spammers = [await aSpammer(site, question, 1), await aSpammer(site, question, 2)]
})
afterEach(() => assertConsistent(site.ctx))

const remove = async (id: string, client = mod) => {
  await client.call(removeWave, { id })
  return await waitForWave(client, id)
}
const restore = async (id: string, client = mod) => {
  await client.call(restoreWave, { id })
  return await waitForWave(client, id)
}

/** Everything that readers see. Hot scores change with time. */
const readState = async () => {
  await waitForJobs(site.ctx)
  const { db } = site
  const withoutScore = (row: typeof questions.$inferSelect) => ({
    ...row,
    hotScore: 0,
    hotScoredAt: null,
  })
  return {
    questions: (await db.select().from(questions).orderBy(questions.id)).map(withoutScore),
    answers: await db.select().from(answers).orderBy(answers.id),
    comments: await db.select().from(comments).orderBy(comments.id),
    tags: await db.select().from(tags).orderBy(tags.id),
    users: await db.select().from(users).orderBy(users.id),
    open: (await db.select().from(heldPosts).orderBy(heldPosts.objectId))
      .filter(({ decidedAt }) => decidedAt === null)
      .map(({ objectId }) => objectId),
  }
}
const scoreOf = async (id: string) => {
  const [row] = await site.db.select().from(questions).where(eq(questions.id, id))
  return row!.score
}
const statusesOf = async (ids: string[]) => {
  const found = await Promise.all(
    [questions, answers, comments].map((table) =>
      site.db.select({ status: table.status }).from(table).where(inArray(table.id, ids)),
    ),
  )
  return found.flat().map(({ status }) => status)
}
const accountStatuses = async () => {
  const ids = spammers.map(({ id }) => id)
  const rows = await site.db.select().from(users).where(inArray(users.id, ids)).orderBy(users.id)
  return rows.map(({ status }) => status)
}
const allPosts = () => spammers.flatMap(({ posts }) => posts)

describe('PUT /waves/remove', () => {
  it('deletes all posts and suspends all accounts', async () => {
    const id = await aWave(site, spammers)
    const progress = await remove(id)
    expect(progress).toMatchObject({ state: 'removed', total: 8, done: 8, is_stopped: false })
    expect(progress).toMatchObject({ removed_posts: 6, suspended_accounts: 2 })
    expect(await statusesOf(allPosts())).toEqual([10, 10, 10, 10, 10, 10])
    expect(await accountStatuses()).toEqual(['suspended', 'suspended'])
  })

  it('deletes posts of its accounts that have no trace', async () => {
    const elsewhere = await aQuestion(spammers[0]!.client, { content: 'Nothing to see here.' })
    const id = await aWave(site, spammers)
    expect((await remove(id)).removed_posts).toBe(7)
    expect(await statusesOf([elsewhere.id])).toEqual([10])
    await restore(id)
    expect(await statusesOf([elsewhere.id])).toEqual([1])
  })

  it('keeps accounts that are left out, and staff', async () => {
    const staff = await aUser(site.ctx, { role: 'moderator' })
    const posts = [(await aQuestion(site.as(staff.token))).id]
    const id = await aWave(site, [spammers[0]!, { id: staff.id, client: mod, posts }], {
      leftOut: [spammers[1]!],
    })
    const progress = await remove(id)
    expect(progress).toMatchObject({ removed_posts: 3, suspended_accounts: 1 })
    expect(await accountStatuses()).toEqual(['suspended', 'normal'])
    expect(await statusesOf(posts)).toEqual([1])
  })

  it('writes one entry in the staff log', async () => {
    const id = await aWave(site, spammers)
    const before = await mod.call(listStaffLog, {})
    await remove(id)
    const after = await mod.call(listStaffLog, {})
    expect(after.count - before.count).toBe(1)
    expect(after.list[0]).toMatchObject({
      action: 'remove_wave',
      object_type: 'wave',
      object_id: id,
      after: { removed_posts: 6, suspended_accounts: 2 },
    })
    await restore(id)
    const restored = await mod.call(listStaffLog, {})
    expect(restored.count - after.count).toBe(1)
    expect(restored.list[0]).toMatchObject({ action: 'restore_wave', after: { restored: 8 } })
  })

  it('still records a deletion of one of its posts by hand', async () => {
    const id = await aWave(site, spammers)
    await remove(id)
    const before = await mod.call(listStaffLog, {})
    await mod.call(recoverQuestion, { question_id: spammers[0]!.posts[0]! })
    await mod.call(deleteQuestion, { id: spammers[0]!.posts[0]! })
    expect((await mod.call(listStaffLog, {})).count - before.count).toBe(2)
  })

  it('rejects a second removal, and an account that changes meanwhile', async () => {
    const id = await aWave(site, spammers)
    await remove(id)
    await expectError(mod.call(removeWave, { id }), 'wave.decided')
    const change = { id, user_id: spammers[0]!.id, is_left_out: true }
    await expectError(mod.call(changeWaveAccount, change), 'wave.decided')
    await expectError(mod.call(removeWave, { id: '999999' }), 'wave.not_found')
  })
})

describe('PUT /waves/restore', () => {
  it('brings back exactly what was there', async () => {
    for (const { client } of spammers) await client.call(voteUp, { object_id: question })
    await ben.call(addComment, { object_id: spammers[0]!.posts[0]!, original_text: 'Is it spam?' })
    const id = await aWave(site, spammers)
    const before = await readState()
    await remove(id)
    expect(await scoreOf(question)).toBe(0)
    expect(await restore(id, otherMod)).toMatchObject({
      state: 'open',
      removed_posts: 0,
      suspended_accounts: 0,
      undo_until: 0,
    })
    expect(await readState()).toEqual(before)
  })

  it('brings back what waited for a moderator, to the queue', async () => {
    await setRules(site, { hold_words: ['visa'] })
    const held = await aSpammer(site, question, 3)
    await setRules(site)
    const id = await aWave(site, [held])
    expect(await statusesOf(held.posts)).toEqual([11, 11, 11])
    const before = await readState()
    await remove(id)
    expect(await statusesOf(held.posts)).toEqual([10, 10, 10])
    await restore(id, otherMod)
    expect(await readState()).toEqual(before)
  })

  it('leaves alone what others deleted before or since', async () => {
    const [deletedBefore, deletedSince] = spammers.map(({ posts }) => posts[0]!)
    await otherMod.call(deleteQuestion, { id: deletedBefore! })
    const id = await aWave(site, spammers)
    expect((await remove(id)).removed_posts).toBe(5)
    await otherMod.call(recoverQuestion, { question_id: deletedSince! })
    await otherMod.call(deleteQuestion, { id: deletedSince! })
    await restore(id)
    expect(await statusesOf([deletedBefore!, deletedSince!])).toEqual([10, 10])
    expect(await statusesOf([spammers[0]!.posts[1]!])).toEqual([1])
  })

  it('leaves alone suspensions of others', async () => {
    const suspension = { suspend_duration: '7d', reason: 'Rude' } as const
    await otherMod.call(suspendUser, { user_id: spammers[0]!.id, ...suspension })
    const id = await aWave(site, spammers)
    expect((await remove(id)).suspended_accounts).toBe(1)
    await otherMod.call(unsuspendUser, { user_id: spammers[1]!.id })
    await otherMod.call(suspendUser, { user_id: spammers[1]!.id, ...suspension })
    await restore(id)
    expect(await accountStatuses()).toEqual(['suspended', 'suspended'])
    const [row] = await site.db
      .select()
      .from(waveAccounts)
      .where(eq(waveAccounts.userId, spammers[1]!.id))
    expect(row?.suspensionId).toBeNull()
  })

  it('is possible for seven days', async () => {
    const id = await aWave(site, spammers)
    await expectError(mod.call(restoreWave, { id }), 'wave.nothing_removed')
    await remove(id)
    site.advance(7 * 86_400_000)
    try {
      await expectError(mod.call(restoreWave, { id }), 'wave.undo_expired')
    } finally {
      site.advance(-7 * 86_400_000)
    }
    expect((await restore(id)).state).toBe('open')
  })

  it('can be followed by another removal', async () => {
    const id = await aWave(site, spammers)
    await remove(id)
    await restore(id)
    expect(await remove(id)).toMatchObject({ state: 'removed', removed_posts: 6 })
  })
})
