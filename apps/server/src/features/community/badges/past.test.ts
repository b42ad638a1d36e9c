import { listAdminBadges } from '@stoa/contract/features/badges'
import { getNotificationStatus } from '@stoa/contract/features/notifications'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { badgeAwards, badges } from '../../../schema/badges.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { addVotes, badgeIdOf, findWrongCounts } from './badges.factory.ts'
import { checkPast } from './past.jobs.ts'

let site: TestSite
let ada: Member
let adminToken: string

beforeAll(async () => {
  // Without jobs, so that nothing is awarded yet.
  site = await aSite()
  ada = await aMember(site, 'Ada')
  adminToken = (await aUser(site.ctx, { role: 'admin' })).token
  const question = await aQuestion(ada.client)
  await addVotes(site, question.id, 12)
  for (let index = 0; index < 5; index++) {
    const author = await aMember(site, `Ben ${index}`)
    const answer = await anAnswer(author.client, question.id, `A way that works, number ${index}.`)
    await addVotes(site, answer.id, 10)
  }
})
afterAll(() => site.close())

beforeEach(async () => {
  await site.db.delete(badgeAwards)
  await site.db.update(badges).set({ awardCount: 0, checkedTo: '0', checkedAt: null })
})

const countAwards = async () => await site.ctx.primary.$count(badgeAwards)
const listProgress = async () => {
  const { list } = await site.as(adminToken).call(listAdminBadges, { page_size: 100 })
  return new Set(list.map(({ checked_percent: percent }) => percent))
}

/** 62 voters, one question, five answers. */
const expected = 62 + 1 + 5

describe('checkPast', () => {
  it('awards what was done before, in batches, without notifications', async () => {
    expect(await listProgress()).toEqual(new Set([0]))
    await checkPast(site.ctx, 7)
    expect(await countAwards()).toBe(expected)
    expect(await findWrongCounts(site)).toEqual([])
    expect(await listProgress()).toEqual(new Set([100]))
    const status = await ada.client.call(getNotificationStatus, {})
    expect(status.badge_award).toBeNull()
  })

  it('continues where a killed worker stopped, and awards nothing twice', async () => {
    let kills = 0
    for (let run = 0; run < 200 && (await isUnfinished()); run++) {
      let isRunning = true
      const stop = () => void (isRunning = false)
      const work = checkPast(site.ctx, 1).then(stop, stop)
      while (isRunning && kills < 10) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
        kills += await killWhile(() => isRunning)
      }
      await work
    }
    expect(kills).toBe(10)
    expect(await countAwards()).toBe(expected)
    expect(await findWrongCounts(site)).toEqual([])
  })

  it('runs once at a time', async () => {
    await Promise.all([1, 2, 3, 4].map(() => checkPast(site.ctx, 5)))
    await checkPast(site.ctx, 5)
    expect(await countAwards()).toBe(expected)
    expect(await findWrongCounts(site)).toEqual([])
  })
})

describe('a badge that cannot be checked', () => {
  it('does not keep the others from being checked', async () => {
    const failing = await badgeIdOf(site, 'autobiographer')
    // Its condition fails: a time this far in the future is out of range.
    await site.db
      .update(badges)
      .set({ condition: 'question_upvotes', isSingle: true, withinDays: 2_147_483_647 })
      .where(eq(badges.id, failing))
    await expect(checkPast(site.ctx, 7)).rejects.toThrow(failing)
    const unchecked = await site.db
      .select({ id: badges.id })
      .from(badges)
      .where(isNull(badges.checkedAt))
    expect(unchecked).toEqual([{ id: failing }])
    expect(await countAwards()).toBe(expected)
    await site.db
      .update(badges)
      .set({ condition: 'bio_written', withinDays: null })
      .where(eq(badges.id, failing))
  })
})

async function isUnfinished() {
  const unfinished = await site.ctx.primary.$count(badges, sql`${badges.checkedAt} is null`)
  return unfinished > 0
}

/** Locks the rows that the worker writes, so that it waits in the middle of a batch, and kills it there. */
async function killWhile(isRunning: () => boolean) {
  return await transact(site.ctx, async (tx) => {
    await tx.execute(sql`select id from badges for update`)
    let killed = 0
    while (killed === 0 && isRunning()) killed = await killWorkers()
    return killed
  })
}

/** Ends the connections that hold the lock of the job. */
async function killWorkers() {
  const { rows } = await site.ctx.primary.execute<{ pid: number }>(sql`
    select pid, pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = 5471107 and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.length
}
