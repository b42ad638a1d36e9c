import type { InputOf } from '@stoa/contract/endpoint'
import {
  createBadge,
  getBadge,
  listAdminBadges,
  listBadges,
  setBadgeStatus,
  takeBadgeBack,
  updateBadge,
} from '@stoa/contract/features/badges'
import { getNotificationStatus } from '@stoa/contract/features/notifications'
import { exportMyData } from '@stoa/contract/features/profile-settings'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { badges } from '../../../schema/badges.ts'
import { questions } from '../../../schema/posts.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { decide, setHoldRules } from '../held-posts/held-posts.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { addVotes, badgeIdOf, badgesOf, findWrongCounts } from './badges.factory.ts'
import { checkContent } from './content.jobs.ts'
import { checkPast } from './past.jobs.ts'

let site: TestSite
let admin: string
let mia: Member
let ada: Member
let round = 0
let tag: string

beforeAll(async () => {
  site = await aSite({ works: true })
  admin = (await aUser(site.ctx, { role: 'admin' })).token
  mia = await aMember(site, 'Mia', 'moderator')
  await aQuestion(mia.client)
})
afterAll(() => site.close())
beforeEach(async () => {
  ada = await aMember(site, `Ada ${++round}`)
  tag = `rye-${round}`
  await aQuestion(mia.client, { tags: [tag] })
})
afterEach(async () => {
  await site.db.update(badges).set({ isActive: false }).where(isNull(badges.key))
})

type Definition = Partial<InputOf<typeof createBadge>>

const define = (definition: Definition) =>
  site.as(admin).call(createBadge, {
    name: `Badge ${round}`,
    description: 'For bakers.',
    icon: 'pencil-fill',
    level: 2,
    condition: 'questions_asked',
    amount: 2,
    ...definition,
  })

async function isEditable(id: string) {
  const { list } = await site.as(admin).call(listAdminBadges, { q: `badge:${id}` })
  return list[0]?.is_editable
}

const ask = (number: number, tags = [tag]) =>
  aQuestion(ada.client, { title: `Why does it sour, ${round} ${number}?`, tags })

async function ownBadges() {
  await checkContent(site.ctx)
  await checkPast(site.ctx)
  const list = await badgesOf(site, ada.username)
  return list.filter((name) => name.startsWith(`Badge ${round} `))
}

describe('a badge of an admin', () => {
  it('is awarded once for enough deeds, in its tag only', async () => {
    await define({ tag })
    expect(await ownBadges()).toEqual([])
    await ask(1)
    await ask(2, ['wheat'])
    expect(await ownBadges()).toEqual([])
    await ask(3)
    await ask(4)
    expect(await ownBadges()).toEqual([`Badge ${round} 1`])
    expect(await findWrongCounts(site)).toEqual([])
  })

  it('is awarded for the past', async () => {
    await ask(1)
    await ask(2)
    await define({})
    expect(await ownBadges()).toEqual([`Badge ${round} 1`])
  })

  it('counts deeds within its days, in any stretch of time', async () => {
    const first = await ask(1)
    await ask(2)
    const setAge = (id: string, days: number) =>
      site.db
        .update(questions)
        .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
        .where(eq(questions.id, id))
    await setAge(first.id, 5)
    await define({ within_days: 3 })
    expect(await ownBadges()).toEqual([])
    const third = await ask(3)
    await setAge(third.id, 6)
    await define({ name: `Badge ${round} again`, within_days: 3 })
    expect(await ownBadges()).toEqual([`Badge ${round} 1`, `Badge ${round} again 1`])
  })

  it('for upvotes is awarded once for each post, or once', async () => {
    const question = await aQuestion(mia.client, { tags: [tag] })
    const other = await aQuestion(mia.client, { tags: ['wheat'] })
    for (const { id } of [question, other])
      await addVotes(site, (await anAnswer(ada.client, id)).id, 2)
    const upvotes = { condition: 'answer_upvotes', amount: 2 } as const
    await define({ ...upvotes, is_single: false })
    await define({ ...upvotes, name: `Badge ${round} once` })
    await define({ ...upvotes, name: `Badge ${round} tag`, is_single: false, tag })
    expect(await ownBadges()).toEqual([
      `Badge ${round} 2`,
      `Badge ${round} once 1`,
      `Badge ${round} tag 1`,
    ])
  })

  it('is listed in a group of its own, and its look can be changed', async () => {
    const { id } = await define({})
    const look = {
      name: `Baker ${round}`,
      description: 'Bakes.',
      icon: 'flag-fill',
      level: 3,
    } as const
    await site.as(admin).call(updateBadge, { id, ...look })
    expect(await site.as().call(getBadge, { id })).toMatchObject(look)
    expect(await isEditable(id)).toBe(true)
    const groups = await site.as().call(listBadges, {})
    expect(groups.at(-1)).toMatchObject({ group_name: 'Of this site' })
    const builtIn = await badgeIdOf(site, 'editor')
    expect(await isEditable(builtIn)).toBe(false)
    const change = site.as(admin).call(updateBadge, { id: builtIn, ...look })
    await expectError(change, 'badge.object_not_found')
    await expectError(define({ tag: 'no-such-tag' }), 'tag.not_found')
  })
})

describe('checkContent', () => {
  const minutes = (count: number) => count * 60_000
  const giveTo = (userId: string, id: string) =>
    site.db.update(questions).set({ userId }).where(eq(questions.id, id))

  it('finds content that is committed late, and leaves settled content alone', async () => {
    await define({ amount: 1 })
    const late = await aQuestion(mia.client, { tags: [tag] })
    await aQuestion(mia.client, { tags: [tag] })
    await checkContent(site.ctx)
    // As if it appeared only now.
    await giveTo(ada.id, late.id)
    await checkContent(site.ctx)
    expect(await badgesOf(site, ada.username)).toEqual([`Badge ${round} 1`])

    const ben = await aMember(site, `Ben ${round}`)
    site.advance(minutes(6))
    await checkContent(site.ctx)
    await giveTo(ben.id, late.id)
    await aQuestion(mia.client, { tags: [tag] })
    await checkContent(site.ctx)
    expect(await badgesOf(site, ben.username)).toEqual([])
  })

  it('is not needed for content that a moderator approved', async () => {
    await define({ amount: 1 })
    await setHoldRules(site.ctx, { hold_first_posts: 1 })
    const { id } = await ask(1)
    await setHoldRules(site.ctx, {})
    site.advance(minutes(6))
    await checkContent(site.ctx)
    await aQuestion(mia.client, { tags: [tag] })
    site.advance(minutes(6))
    await checkContent(site.ctx)
    expect(await badgesOf(site, ada.username)).toEqual([])
    await decide(mia.client, id, 'approve')
    await checkContent(site.ctx)
    expect(await badgesOf(site, ada.username)).toEqual([`Badge ${round} 1`])
  })

  it('leaves what was done while a badge was inactive to the job for past deeds', async () => {
    const { id } = await define({ amount: 1 })
    await site.as(admin).call(setBadgeStatus, { id, status: 'inactive' })
    await ask(1)
    await site.as(admin).call(setBadgeStatus, { id, status: 'active' })
    expect(await ownBadges()).toEqual([`Badge ${round} 1`])
    const { badge_award: notified } = await ada.client.call(getNotificationStatus, {})
    expect(notified).toBeNull()
  })
})

it('checkContent and checkPast may take longer than the statements of a request', async () => {
  const slow = await aSite({ env: { STOA_DATABASE_STATEMENT_MS: '1500' } })
  try {
    const rut = slow.as((await aUser(slow.ctx, { role: 'admin' })).token)
    const input = { name: 'Asker', description: 'Ask.', icon: 'flag-fill', level: 1 } as const
    await rut.call(createBadge, { ...input, condition: 'questions_asked', amount: 1 })
    await aQuestion(rut)
    for (const check of [checkContent, checkPast])
      await expect(whileBlocked(slow, 2000, () => check(slow.ctx))).resolves.toBeUndefined()
  } finally {
    await slow.close()
  }
})

/** Runs the work while another transaction holds the rows of all badges for some time. */
async function whileBlocked({ ctx }: TestSite, ms: number, work: () => Promise<void>) {
  const locked = Promise.withResolvers<void>()
  const blocker = transact(ctx, async (tx) => {
    await tx.execute(sql`select id from badges for update`)
    locked.resolve()
    await new Promise((resolve) => setTimeout(resolve, ms))
  })
  await locked.promise
  await work()
  await blocker
}

describe('progress', () => {
  it('is shown for upvotes at any time and in all tags only', async () => {
    const { id: questionId } = await ask(1, ['wheat'])
    await addVotes(site, questionId, 3)
    const upvotes = { condition: 'question_upvotes', amount: 50 } as const
    const progressIn = async (definition: Definition) => {
      const { id } = await define({ ...upvotes, ...definition })
      return (await ada.client.call(getBadge, { id })).progress
    }
    expect(await progressIn({})).toEqual({ value: 3, goal: 50 })
    expect(await progressIn({ tag })).toBeNull()
    expect(await progressIn({ within_days: 2 })).toBeNull()
  })
})

describe('the export of a user', () => {
  it('names badges of an admin, and leaves out those that were taken back', async () => {
    const { id } = await define({ amount: 1 })
    await define({ amount: 1, name: `Badge ${round} kept` })
    await ask(1)
    await ownBadges()
    const input = { badge_id: id, username: ada.username, reason: 'By mistake.' }
    await mia.client.call(takeBadgeBack, input)
    const data = await ada.client.call(exportMyData, {})
    expect(data['badges']).toMatchObject([{ badge: `Badge ${round} kept` }])
  })
})

describe('DELETE /badge/awards', () => {
  it('takes a badge back for good, and says so in the staff log', async () => {
    const { id } = await define({ amount: 1 })
    await ask(1)
    expect(await ownBadges()).toEqual([`Badge ${round} 1`])
    const input = { badge_id: id, username: ada.username, reason: 'By mistake.' }
    await expectError(ada.client.call(takeBadgeBack, input), 'auth.forbidden')
    await mia.client.call(takeBadgeBack, input)
    await ask(2)
    expect(await ownBadges()).toEqual([])
    expect(await findWrongCounts(site)).toEqual([])
    await expectError(mia.client.call(takeBadgeBack, input), 'badge.object_not_found')
    const { list } = await site.as(admin).call(listStaffLog, { action: 'take_badge_back' })
    expect(list[0]).toMatchObject({ reason: 'By mistake.' })
  })
})
