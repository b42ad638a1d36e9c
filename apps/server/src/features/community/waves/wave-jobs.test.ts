import type { Client } from '@stoa/contract/client'
import { addComment } from '@stoa/contract/features/comments'
import { claimCase } from '@stoa/contract/features/review'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { dismissWave, removeWave, restoreWave, stopWave } from '@stoa/contract/features/waves'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { listeners } from '../../../features.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { waveAccounts, waves } from '../../../schema/waves.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { assertConsistent, findHeldPost } from '../held-posts/held-posts.factory.ts'
import { addTrace, aSpammer, aWave, setRules, type Spammer } from './waves.factory.ts'

let site: TestSite
let mod: Client
let otherMod: Client
let question: string
let spammers: Spammer[]

// Without workers: the tests run the jobs.
beforeAll(async () => {
  site = await aSite()
  await setRules(site)
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  otherMod = site.as((await aUser(site.ctx, { name: 'Max', role: 'moderator' })).token)
})
afterAll(() => site.close())

beforeEach(async () => {
  const ben = site.as((await aUser(site.ctx)).token)
  question = (await aQuestion(ben)).id
  spammers = [await aSpammer(site, question, 1), await aSpammer(site, question, 2)]
})
afterEach(() => assertConsistent(site.ctx))

type JobEvent = 'wave.removal_started' | 'wave.restoration_started' | 'wave.dismissed'
const runJob = async (event: JobEvent, waveId: string, ctx = site.ctx) => {
  const [listener] = listeners.after.get(event)!
  await listener!.run(ctx, { waveId } as never)
}
const rowOf = async (id: string) => {
  const [row] = await site.db.select().from(waves).where(eq(waves.id, id))
  return row!
}
const statusesOf = async (ids: string[]) => {
  const found = await Promise.all(
    [questions, answers, comments].map((table) =>
      site.db.select({ status: table.status }).from(table).where(inArray(table.id, ids)),
    ),
  )
  return found.flat().map(({ status }) => status)
}
const allPosts = () => spammers.flatMap(({ posts }) => posts)

/** Fails at the given transaction, like a process that is killed. */
function failingContext(at: number): TestSite['ctx'] {
  let transactions = 0
  const transaction: TestSite['ctx']['database']['transaction'] = async (work) => {
    if (++transactions === at) throw new Error('killed')
    return await site.ctx.database.transaction(work)
  }
  return { ...site.ctx, database: { ...site.ctx.database, transaction } }
}

describe('the removal job', () => {
  it('continues after a crash at any step', async () => {
    const id = await aWave(site, spammers)
    await mod.call(removeWave, { id })
    for (let at = 1; (await rowOf(id)).state === 'removing'; at++)
      await runJob('wave.removal_started', id, failingContext(at)).catch(() => {})
    expect(await rowOf(id)).toMatchObject({ state: 'removed', total: 8, done: 8 })
    expect(await statusesOf(allPosts())).toEqual([10, 10, 10, 10, 10, 10])
    await mod.call(restoreWave, { id })
    for (let at = 1; (await rowOf(id)).state === 'restoring'; at++)
      await runJob('wave.restoration_started', id, failingContext(at)).catch(() => {})
    expect(await statusesOf(allPosts())).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('does everything once when it runs twice at the same time', async () => {
    const id = await aWave(site, spammers)
    await mod.call(removeWave, { id })
    const before = await mod.call(listStaffLog, {})
    await Promise.all([runJob('wave.removal_started', id), runJob('wave.removal_started', id)])
    expect(await rowOf(id)).toMatchObject({ state: 'removed', total: 8, done: 8 })
    expect((await mod.call(listStaffLog, {})).count - before.count).toBe(1)
  })

  it('stops, and continues with what is left', async () => {
    const id = await aWave(site, spammers)
    await mod.call(removeWave, { id })
    await runJob('wave.removal_started', id, failingContext(4)).catch(() => {})
    const stopped = await otherMod.call(stopWave, { id })
    expect(stopped).toMatchObject({ state: 'open', is_stopped: true, total: 8, done: 2 })
    expect(stopped.undo_until).toBeGreaterThan(0)
    await runJob('wave.removal_started', id)
    expect((await rowOf(id)).done).toBe(2)
    await expectError(mod.call(dismissWave, { id }), 'wave.decided')
    expect(await mod.call(removeWave, { id })).toMatchObject({
      state: 'removing',
      total: 6,
      done: 0,
    })
    await runJob('wave.removal_started', id)
    expect(await rowOf(id)).toMatchObject({ state: 'removed', total: 6, done: 6 })
    expect(await statusesOf(allPosts())).toEqual([10, 10, 10, 10, 10, 10])
  })

  it('undoes a removal that was stopped', async () => {
    const id = await aWave(site, spammers)
    await mod.call(removeWave, { id })
    await runJob('wave.removal_started', id, failingContext(4)).catch(() => {})
    await mod.call(stopWave, { id })
    await mod.call(restoreWave, { id })
    await runJob('wave.restoration_started', id)
    expect(await rowOf(id)).toMatchObject({ state: 'open', undoUntil: null })
    expect(await statusesOf(allPosts())).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('removes accounts and posts that join the wave meanwhile', async () => {
    const id = await aWave(site, [spammers[0]!])
    await mod.call(removeWave, { id })
    const late = spammers[1]!
    let isAdded = false
    const transaction: TestSite['ctx']['database']['transaction'] = async (work) => {
      const result = await site.ctx.database.transaction(work)
      if (!isAdded && (await rowOf(id)).done === 4) {
        isAdded = true
        await site.db.insert(waveAccounts).values({ waveId: id, userId: late.id })
        await addTrace(site, id, { userId: late.id, objectId: late.posts[0]! })
      }
      return result
    }
    const ctx = { ...site.ctx, database: { ...site.ctx.database, transaction } }
    await runJob('wave.removal_started', id, ctx)
    expect(await rowOf(id)).toMatchObject({ state: 'removed', total: 8, done: 8 })
    expect(await statusesOf(late.posts)).toEqual([10, 10, 10])
  })

  it('ends when its author is no longer staff', async () => {
    const eve = await aUser(site.ctx, { role: 'moderator' })
    const id = await aWave(site, spammers)
    await site.as(eve.token).call(removeWave, { id })
    await site.db.execute(sql`update users set role_id = 1 where id = ${eve.id}`)
    await runJob('wave.removal_started', id)
    expect(await rowOf(id)).toMatchObject({ state: 'open', done: 0, stopAsked: true })
  })
})

describe('two moderators at the same time', () => {
  it('start one removal', async () => {
    const id = await aWave(site, spammers)
    const results = await Promise.allSettled(
      [mod, otherMod, mod, otherMod].map((client) =>
        client.call(removeWave, { id }, { idempotencyKey: crypto.randomUUID() }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await runJob('wave.removal_started', id)
    expect((await rowOf(id)).state).toBe('removed')
  })

  it('cannot remove what is being restored, nor restore what is being removed', async () => {
    const id = await aWave(site, spammers)
    await mod.call(removeWave, { id })
    await expectError(otherMod.call(restoreWave, { id }), 'wave.busy')
    await runJob('wave.removal_started', id)
    await mod.call(restoreWave, { id })
    await expectError(otherMod.call(removeWave, { id }), 'wave.busy')
    await runJob('wave.restoration_started', id)
    await expectError(mod.call(stopWave, { id }), 'wave.not_running')
  })

  it('stop and restart while the job runs', async () => {
    const id = await aWave(site, spammers)
    await mod.call(removeWave, { id })
    const first = runJob('wave.removal_started', id)
    await otherMod.call(stopWave, { id }).catch(() => {})
    await mod.call(removeWave, { id }).catch(() => {})
    await Promise.all([first, runJob('wave.removal_started', id)])
    expect((await rowOf(id)).state).toBe('removed')
    expect(await statusesOf(allPosts())).toEqual([10, 10, 10, 10, 10, 10])
  })
})

describe('PUT /waves/dismiss', () => {
  const holdSpam = async () => {
    await setRules(site, { hold_words: ['visa'] })
    const held = await aSpammer(site, question, 3)
    const other = await aSpammer(site, question, 4)
    await setRules(site)
    await site.db
      .update(heldPosts)
      .set({ reasons: ['spam'] })
      .where(inArray(heldPosts.objectId, held.posts))
    return { held, other, id: await aWave(site, [held, other]) }
  }

  it('publishes what only the suspicion of spam holds', async () => {
    const { held, other, id } = await holdSpam()
    expect(await mod.call(dismissWave, { id })).toMatchObject({ state: 'dismissed', total: 3 })
    await runJob('wave.dismissed', id)
    expect(await rowOf(id)).toMatchObject({ state: 'dismissed', total: 3, done: 3 })
    expect(await statusesOf(held.posts)).toEqual([1, 1, 1])
    expect(await statusesOf(other.posts)).toEqual([11, 11, 11])
    await expectError(mod.call(dismissWave, { id }), 'wave.decided')
  })

  it('leaves to a reviewer what they are deciding', async () => {
    const { held, id } = await holdSpam()
    const entry = await findHeldPost(mod, held.posts[0]!)
    await otherMod.call(claimCase, { type: 'queued_post', id: entry!.review_id })
    await mod.call(dismissWave, { id })
    await runJob('wave.dismissed', id)
    expect(await statusesOf(held.posts)).toEqual([11, 1, 1])
  })

  it('can be followed by a removal', async () => {
    const id = await aWave(site, spammers)
    await mod.call(dismissWave, { id })
    await mod.call(removeWave, { id })
    await runJob('wave.removal_started', id)
    expect((await rowOf(id)).state).toBe('removed')
  })
})

describe('a suspended account', () => {
  it('cannot post while its posts are removed', async () => {
    const id = await aWave(site, spammers)
    await mod.call(removeWave, { id })
    await runJob('wave.removal_started', id, failingContext(3)).catch(() => {})
    const comment = { object_id: question, original_text: 'Once more' }
    await expectError(spammers[0]!.client.call(addComment, comment), 'auth.suspended')
  })
})
