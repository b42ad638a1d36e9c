import { addComment } from '@stoa/contract/features/comments'
import type { WaveState } from '@stoa/contract/features/waves'
import { askQuestion } from '@stoa/contract/features/questions'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { postTraces, waveAccounts, waves } from '../../../schema/waves.ts'
import { traceEstablished } from '../../content/holding/established.jobs.ts'
import { anEstablishedUser, postNew, spamOf } from '../../content/holding/spam.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { decide } from '../held-posts/held-posts.factory.ts'
import { groupContent } from './grouping.actions.ts'

let site: TestSite
let questionId: string
let mod: { id: string; token: string }

beforeAll(async () => {
  site = await aSite({ works: true })
  mod = await aUser(site.ctx, { role: 'moderator' })
  questionId = (await aQuestion(site.as(mod.token))).id
})
afterAll(() => site.close())
beforeEach(async () => {
  await waitForJobs(site.ctx)
  await site.db.delete(postTraces)
  await site.db.delete(waves)
})

const post = (content: string, sending: Parameters<typeof postNew>[3] = {}) =>
  postNew(site, questionId, content, sending)

async function postMany(texts: readonly string[]) {
  const posts = []
  for (const text of texts) posts.push(await post(text))
  await waitForJobs(site.ctx)
  return posts
}

const listWaves = () => site.db.select().from(waves).orderBy(waves.id)

async function idsOf(waveId: string) {
  const rows = await site.db
    .select({ id: postTraces.objectId })
    .from(postTraces)
    .where(eq(postTraces.waveId, waveId))
    .orderBy(postTraces.objectId)
  return rows.map(({ id }) => id)
}

async function listAccounts(waveId: string) {
  return await site.db.select().from(waveAccounts).where(eq(waveAccounts.waveId, waveId))
}

async function setState(state: WaveState) {
  await site.db.update(waves).set({ state, decidedBy: mod.id, decidedAt: new Date() })
}

const campaign = (host: string, count = 3) => Array.from({ length: count }, () => spamOf(host))
const other = (host: string) =>
  `Need somebody to write your essay? Our team of native authors delivers every paper before the deadline, checked for plagiarism, with free corrections. First order half price at https://${host}/`

describe('a wave', () => {
  it('has all posts of the campaign, also those that were published before', async () => {
    const posts = await postMany([...campaign('win.example'), spamOf('win.example', 'Eve')])
    expect(posts.map(({ isHeld }) => isHeld)).toEqual([false, false, true, true])
    const [wave, ...others] = await listWaves()
    expect(others).toEqual([])
    expect(wave).toMatchObject({ state: 'open', label: 'win.example' })
    expect(await idsOf(wave!.id)).toEqual(posts.map(({ id }) => id))
    const accounts = await listAccounts(wave!.id)
    expect(accounts.map(({ leftOut }) => leftOut)).toEqual([false, false, false, false])
  })

  it('is joined by posts with another host but the same text, which are held', async () => {
    await postMany(campaign('one.example'))
    const [next] = await postMany([spamOf('two.example')])
    expect(next!.isHeld).toBe(true)
    const [wave] = await listWaves()
    expect(await idsOf(wave!.id)).toContain(next!.id)
    // Only the host, without the text.
    const [last] = await postMany(['See https://two.example/ for more of it.'])
    expect(last!.isHeld).toBe(true)
    expect(await listWaves()).toHaveLength(1)
  })

  it('has all later posts of its accounts', async () => {
    const posts = await postMany(campaign('again.example'))
    const text = 'Completely different words without any link'
    const next = await post(text, { token: posts[2]!.token, endpoint: askQuestion })
    expect(next.isHeld).toBe(true)
    await waitForJobs(site.ctx)
    const [wave] = await listWaves()
    expect(await idsOf(wave!.id)).toContain(next.id)
  })

  it('is not started by the same text without a link, such as homework', async () => {
    const homework =
      'We have to implement a linked list in C with insert, remove and reverse. My reverse function loses the last node and I do not see why. Can somebody explain what the loop has to do?'
    const posts = await postMany(Array.from({ length: 6 }, () => homework))
    expect(posts.some(({ isHeld }) => isHeld)).toBe(false)
    expect(await listWaves()).toEqual([])
  })

  it('is started once by many posts at the same time', async () => {
    await postMany(campaign('early.example', 2))
    const posts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => post(spamOf('early.example', `N${index}`))),
    )
    await waitForJobs(site.ctx)
    const [wave, ...others] = await listWaves()
    expect(others).toEqual([])
    expect(await idsOf(wave!.id)).toHaveLength(posts.length + 2)
  })

  it('is started once by several jobs at the same time', async () => {
    const posts = await postMany(campaign('jobs.example', 8))
    await site.db.delete(waves)
    const held = posts.filter(({ isHeld }) => isHeld)
    await Promise.all(held.map(({ id }) => transact(site.ctx, (tx) => groupContent(tx, id))))
    const [wave, ...others] = await listWaves()
    expect(others).toEqual([])
    expect(await idsOf(wave!.id)).toHaveLength(posts.length)
  })

  it('does not change when the job runs again', async () => {
    const posts = await postMany(campaign('twice.example'))
    const before = await listWaves()
    await transact(site.ctx, (tx) => groupContent(tx, posts[2]!.id))
    expect(await listWaves()).toEqual(before)
  })

  it('is merged with another one when a post belongs to both', async () => {
    await postMany(campaign('first.example'))
    await postMany([other('second.example'), other('second.example'), other('second.example')])
    const before = await listWaves()
    expect(before).toHaveLength(2)
    await postMany(['Both at once: https://first.example/ and https://second.example/'])
    const after = await listWaves()
    expect(after.map(({ id }) => id)).toEqual([before[0]!.id])
    expect(await idsOf(before[0]!.id)).toHaveLength(7)
    expect(await listAccounts(before[0]!.id)).toHaveLength(7)
  })

  it('lists an established member who quoted the link, and leaves them out', async () => {
    const ben = await anEstablishedUser(site)
    const quote = await post('Is https://quoted.example/ safe?', { token: ben.token })
    await traceEstablished(site.ctx)
    await postMany(campaign('quoted.example'))
    const [wave] = await listWaves()
    expect(await idsOf(wave!.id)).toContain(quote.id)
    const accounts = await listAccounts(wave!.id)
    expect(accounts.filter(({ leftOut }) => leftOut)).toMatchObject([{ userId: ben.id }])
  })
})

describe('approving a post of a wave', () => {
  it('leaves its account out, and nobody else', async () => {
    const posts = await postMany(campaign('asked.example', 4))
    await decide(site.as(mod.token), posts[3]!.id, 'approve')
    const [wave] = await listWaves()
    const accounts = await listAccounts(wave!.id)
    expect(accounts.filter(({ leftOut }) => leftOut)).toHaveLength(1)
    const sending = { token: posts[3]!.token, endpoint: addComment }
    expect((await post('Thanks, https://asked.example/ is spam then.', sending)).isHeld).toBe(false)
    expect((await post(spamOf('asked.example'))).isHeld).toBe(true)
  })
})

describe('a post that matches a wave', () => {
  it.each<[WaveState, boolean, WaveState]>([
    ['removing', true, 'removing'],
    ['removed', true, 'open'],
  ])('that is %s is held and joins it', async (state, isHeld, expected) => {
    await postMany(campaign('known.example'))
    await setState(state)
    const [next] = await postMany([spamOf('known.example')])
    expect(next!.isHeld).toBe(isHeld)
    const [wave, ...others] = await listWaves()
    expect(others).toEqual([])
    expect(wave!.state).toBe(expected)
    expect(await idsOf(wave!.id)).toContain(next!.id)
  })

  it('that was dismissed is published, also after many others', async () => {
    await postMany(campaign('fine.example'))
    await setState('dismissed')
    const later = await postMany(campaign('fine.example', 6))
    await site.db.execute(sql`delete from post_traces where wave_id is not null`)
    const last = await postMany(campaign('fine.example', 6))
    expect([...later, ...last].some(({ isHeld }) => isHeld)).toBe(false)
    expect(await listWaves()).toHaveLength(1)
  })
})
