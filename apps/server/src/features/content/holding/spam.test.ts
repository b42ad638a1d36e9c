import { addComment } from '@stoa/contract/features/comments'
import { askQuestion } from '@stoa/contract/features/questions'
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile-settings'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { postTraces, traceKeys, waves } from '../../../schema/waves.ts'
import {
  decide,
  findHeldPost,
  setHoldRules,
} from '../../community/held-posts/held-posts.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { traceEstablished } from './established.jobs.ts'
import { deleteOldTraces } from './holding.feature.ts'
import { anEstablishedUser, postNew, spamOf } from './spam.factory.ts'

let site: TestSite
let mod: ReturnType<TestSite['as']>
let modToken: string
let questionId: string

beforeAll(async () => {
  site = await aSite()
  modToken = (await aUser(site.ctx, { role: 'moderator' })).token
  mod = site.as(modToken)
  questionId = (await aQuestion(mod)).id
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.delete(postTraces)
  await site.db.delete(waves)
})

const post = (content: string, sending: Parameters<typeof postNew>[3] = {}) =>
  postNew(site, questionId, content, sending)

async function getTrace(objectId: string) {
  const [trace] = await site.db.select().from(postTraces).where(eq(postTraces.objectId, objectId))
  return trace
}

describe('spam of new users', () => {
  it('is held from the third account with the same host and text on, and says why', async () => {
    const first = await post(spamOf('win.example'))
    const second = await post(spamOf('win.example', 'Eve'))
    const third = await post(spamOf('win.example', 'Ann'))
    expect([first.isHeld, second.isHeld, third.isHeld]).toEqual([false, false, true])
    expect((await findHeldPost(mod, third.id))?.reason).toBe(
      'Looks like spam · New account · First post right after joining · Same links as other new accounts · Nearly the same text as other new accounts',
    )
    expect(await getTrace(third.id)).toMatchObject({
      score: 75,
      signals: ['new_account', 'fast_start', 'shared_links', 'similar_text'],
      isHeld: true,
      hosts: ['win.example'],
    })
    expect(await getTrace(first.id)).toMatchObject({ isHeld: false, score: 20 })
  })

  it('is held in questions, answers and comments alike', async () => {
    await post(spamOf('all.example'), { endpoint: askQuestion })
    await post(spamOf('all.example'), { endpoint: addComment })
    expect(await post(spamOf('all.example'), { endpoint: askQuestion })).toMatchObject({
      isHeld: true,
    })
    expect(await post(spamOf('all.example'), { endpoint: addComment })).toMatchObject({
      isHeld: true,
    })
  })

  it('is not held if the setting is off', async () => {
    await setHoldRules(site.ctx, { spam_scoring: false })
    for (let count = 0; count < 4; count++)
      expect((await post(spamOf('off.example'))).isHeld).toBe(false)
    expect(await site.db.select().from(postTraces)).toEqual([])
    await setHoldRules(site.ctx, {})
  })

  it('keeps the network, but not the IP address', async () => {
    const { id } = await post('An ordinary answer.', { ip: '203.0.113.77' })
    const trace = await getTrace(id)
    expect(trace?.network).toBe('203.0.113.0/24')
    expect(JSON.stringify(trace)).not.toContain('203.0.113.77')
  })

  it('is held when a program fills in the hidden field, without an error', async () => {
    const { id, isHeld } = await post('Plain words of an answer.', {
      homepage: 'https://x.example',
    })
    expect(isHeld).toBe(true)
    expect((await getTrace(id))?.signals).toContain('honeypot')
    expect((await post('Other words of an answer.', { homepage: '' })).isHeld).toBe(false)
  })

  it('does not count what a moderator approves', async () => {
    const held: string[] = []
    for (let count = 0; count < 3; count++) {
      const { id, isHeld } = await post(spamOf('approved.example'))
      if (isHeld) held.push(id)
    }
    await decide(mod, held[0]!, 'approve')
    for (let count = 0; count < 50; count++)
      expect((await post(spamOf('approved.example'))).isHeld).toBe(false)
  })
})

describe('hosts of established members', () => {
  it('are no sign of spam', async () => {
    const words = (index: number) =>
      `Number ${index}: see https://docs.newlib.example/guide/${index} for it`
    for (const { token } of [await anEstablishedUser(site), await anEstablishedUser(site)])
      await post('Read https://newlib.example/ first.', { token })
    await traceEstablished(site.ctx)
    for (let count = 0; count < 8; count++) {
      const { id, isHeld } = await post(words(count))
      expect(isHeld).toBe(false)
      expect((await getTrace(id))?.signals).not.toContain('shared_links')
    }
    for (let count = 0; count < 5; count++) await post(words(count).replace('newlib', 'nobody'))
    expect((await post(words(9).replace('newlib', 'nobody'))).isHeld).toBe(true)
  })
})

describe('statements of posting', () => {
  it('are two more for new users, and none for staff and established members', async () => {
    const established = await anEstablishedUser(site)
    const beginner = await aUser(site.ctx)
    const count = async (token: string) => {
      await post(`Some words ${Math.random()}`, { token, endpoint: addComment })
      const counts: number[] = []
      for (const spam_scoring of [false, true]) {
        await setHoldRules(site.ctx, { spam_scoring })
        site.advance(3_600_000)
        const text = `See https://words.example/${Math.random()}`
        counts.push((await post(text, { token, endpoint: addComment })).statements)
      }
      return counts[1]! - counts[0]!
    }
    expect(await count(beginner.token)).toBe(2)
    expect(await count(established.token)).toBe(0)
    expect(await count(modToken)).toBe(0)
  })
})

describe('traces', () => {
  it('are exported, and deleted with the account', async () => {
    const { token, id } = await post(spamOf('mine.example'), { ip: '203.0.113.5' })
    const data = await site.as(token).call(exportMyData, {})
    expect(JSON.stringify(data)).toContain('203.0.113.0/24')
    await site.as(token).call(deleteAccount, { content: 'keep' })
    expect(await getTrace(id)).toBeUndefined()
    expect(await site.db.select().from(traceKeys).where(eq(traceKeys.objectId, id))).toEqual([])
  })

  it('are deleted after 30 days, except those of an open wave', async () => {
    const [old, ofWave, recent] = [
      await post('One answer.'),
      await post('Another answer.'),
      await post('A third answer.'),
    ]
    const at = sql`now() - interval '40 days'`
    const [wave] = await site.db
      .insert(waves)
      .values({ label: 'x', createdAt: new Date(), lastPostAt: new Date() })
      .returning()
    for (const { id } of [old, ofWave])
      await site.db.update(postTraces).set({ createdAt: at }).where(eq(postTraces.objectId, id))
    await site.db
      .update(postTraces)
      .set({ waveId: wave!.id })
      .where(eq(postTraces.objectId, ofWave.id))
    await deleteOldTraces(site.ctx)
    expect(await getTrace(old.id)).toBeUndefined()
    expect(await getTrace(ofWave.id)).toBeDefined()
    expect(await getTrace(recent.id)).toBeDefined()
  })
})
