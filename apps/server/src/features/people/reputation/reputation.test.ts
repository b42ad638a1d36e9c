import { listReputation } from '@stoa/contract/features/reputation'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../auth/accounts.factory.ts'
import { anAnswer, setDeleted } from '../../content/shared/posts.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { hideReputation, changeReputation, restoreReputation } from './reputation.actions.ts'
import { aTrustedUser } from './reputation.factory.ts'
import { reputationEntries } from '../../../schema/reputation.ts'

let site: TestSite
let voters: Awaited<ReturnType<typeof aUser>>[]

beforeAll(async () => {
  site = await aSite()
  voters = await Promise.all(Array.from({ length: 25 }, () => aTrustedUser(site.ctx)))
})
afterAll(() => site.close())

type Call = typeof voteUp
const cast = (n: number, endpoint: Call, object_id: string, is_cancel = false) =>
  site.as(voters[n]!.token).call(endpoint, { object_id, is_cancel })

async function readPoints(id: string) {
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
  const [ledger] = await site.ctx.db
    .select({ sum: sql<number>`coalesce(sum(points), 0)::int` })
    .from(reputationEntries)
    .where(eq(reputationEntries.userId, id))
  expect(row?.points).toBe(ledger?.sum)
  return { points: row!.points, reputation: row!.reputation }
}

/** A new user with a question and an answer. */
async function anAuthor() {
  const user = await aUser(site.ctx)
  const question = await aQuestion(site.as(user.token))
  const answer = await anAnswer(site.ctx, { questionId: question.id, userId: user.id })
  return { ...user, question, answer }
}

describe('reputation points', () => {
  it('of author and voter follow the table of points', async () => {
    const steps = [
      ['question', voteUp, 10, 0],
      ['question', voteDown, -2, 0],
      ['answer', voteUp, 10, 0],
      ['answer', voteDown, -2, -1],
    ] as const
    for (const [kind, endpoint, forAuthor, forVoter] of steps) {
      const author = await anAuthor()
      const voter = await readPoints(voters[0]!.id)
      await cast(0, endpoint, author[kind].id)
      expect((await readPoints(author.id)).points, `${kind} ${endpoint.path}`).toBe(forAuthor)
      expect((await readPoints(voters[0]!.id)).points - voter.points).toBe(forVoter)
      await cast(0, endpoint, author[kind].id, true)
      expect((await readPoints(author.id)).points).toBe(0)
      expect(await readPoints(voters[0]!.id)).toEqual(voter)
    }
  })

  it('may be negative, and the shown reputation is at least 1', async () => {
    const author = await anAuthor()
    for (const n of [0, 1, 2]) await cast(n, voteDown, author.question.id)
    expect(await readPoints(author.id)).toEqual({ points: -6, reputation: 1 })
    await cast(3, voteUp, author.answer.id)
    expect(await readPoints(author.id)).toEqual({ points: 4, reputation: 5 })
    for (const n of [0, 1, 2]) await cast(n, voteDown, author.question.id, true)
    expect(await readPoints(author.id)).toEqual({ points: 10, reputation: 11 })
  })

  it('of a changed vote are revoked and granted again', async () => {
    const author = await anAuthor()
    await cast(0, voteUp, author.answer.id)
    await cast(0, voteDown, author.answer.id)
    expect((await readPoints(author.id)).points).toBe(-2)
    const rows = await site.ctx.db
      .select()
      .from(reputationEntries)
      .where(eq(reputationEntries.objectId, author.answer.id))
      .orderBy(reputationEntries.id)
    expect(rows.map(({ change, points }) => [change, points])).toEqual([
      ['given', 10],
      ['taken_back', -10],
      ['given', -2],
      ['given', -1],
    ])
  })
})

describe('daily vote cap', () => {
  it('limits upvotes to 200 points per day, and revokes only what was granted', async () => {
    const author = await anAuthor()
    for (let n = 0; n < 22; n++) await cast(n, voteUp, author.question.id)
    expect((await readPoints(author.id)).points).toBe(200)
    await cast(21, voteUp, author.question.id, true)
    expect((await readPoints(author.id)).points).toBe(200)
    await cast(0, voteUp, author.question.id, true)
    expect((await readPoints(author.id)).points).toBe(190)
    await cast(22, voteUp, author.question.id)
    expect((await readPoints(author.id)).points).toBe(200)
    await cast(23, voteDown, author.question.id)
    expect((await readPoints(author.id)).points).toBe(198)
    await cast(24, voteUp, author.answer.id)
    expect((await readPoints(author.id)).points).toBe(198)
    site.advance(86_400_000)
    await cast(0, voteUp, author.question.id)
    expect((await readPoints(author.id)).points).toBe(208)
  })

  it('holds for concurrent votes on many posts', async () => {
    const author = await anAuthor()
    const posts = await Promise.all(voters.map(() => aQuestion(site.as(author.token))))
    await Promise.all(posts.map(({ id }, n) => cast(n, voteUp, id)))
    expect((await readPoints(author.id)).points).toBe(200)
  })

  it('uses the time zone of the site, and applies to votes only', async () => {
    const author = await anAuthor()
    const setTimeZone = (time_zone: string) =>
      transact(site.ctx, (tx) => changeSettings(tx, interfaceSettings, { time_zone }))
    await setTimeZone('Pacific/Kiritimati')
    await cast(0, voteUp, author.question.id)
    const [row] = await site.ctx.db
      .select()
      .from(reputationEntries)
      .where(eq(reputationEntries.userId, author.id))
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' })
    expect(row?.day).toBe(day.format(site.ctx.clock.now()))
    for (let n = 1; n < 21; n++) await cast(n, voteUp, author.question.id)
    const grant = {
      userId: author.id,
      kind: 'answer.accepted' as const,
      objectId: author.answer.id,
      byUserId: voters[0]!.id,
    }
    await transact(site.ctx, async (tx) => changeReputation(tx, { grant: [grant] }))
    expect((await readPoints(author.id)).points).toBe(215)
    await setTimeZone('UTC')
  })
})

describe('hideReputation and restoreReputation', () => {
  it('hide and restore all points of a post idempotently', async () => {
    const author = await anAuthor()
    const [ann, bob] = voters
    await cast(0, voteUp, author.answer.id)
    await cast(1, voteDown, author.answer.id)
    const before = [await readPoints(author.id), await readPoints(bob!.id)]
    const postId = author.answer.id
    const hide = () => transact(site.ctx, (tx) => hideReputation(tx, [postId], ann!.id))
    const restore = () => transact(site.ctx, (tx) => restoreReputation(tx, postId, ann!.id))
    for (const _ of [1, 2]) {
      await hide()
      expect((await readPoints(author.id)).points).toBe(0)
      expect((await readPoints(bob!.id)).points).toBe(before[1]!.points + 1)
      await hide()
      expect((await readPoints(author.id)).points).toBe(0)
      await restore()
      expect([await readPoints(author.id), await readPoints(bob!.id)]).toEqual(before)
      await restore()
      expect([await readPoints(author.id), await readPoints(bob!.id)]).toEqual(before)
    }
    await cast(0, voteUp, author.answer.id, true)
    await cast(1, voteDown, author.answer.id, true)
    expect((await readPoints(author.id)).points).toBe(0)
    expect((await readPoints(bob!.id)).points).toBe(before[1]!.points + 1)
  })
})

describe('a post deleted by one user and restored by another', () => {
  it('revokes exactly the points of each vote', async () => {
    const author = await anAuthor()
    const [ann, bob] = voters
    for (const n of [0, 1]) await cast(n, voteUp, author.answer.id)
    await transact(site.ctx, (tx) => hideReputation(tx, [author.answer.id], ann!.id))
    await transact(site.ctx, (tx) => restoreReputation(tx, author.answer.id, bob!.id))
    expect((await readPoints(author.id)).points).toBe(20)
    await cast(0, voteUp, author.answer.id, true)
    expect((await readPoints(author.id)).points).toBe(10)
    await cast(1, voteUp, author.answer.id, true)
    expect((await readPoints(author.id)).points).toBe(0)
  })
})

describe('GET /personal/rank/page', () => {
  it('lists nonzero entries on visible posts, newest first', async () => {
    const author = await anAuthor()
    await cast(0, voteUp, author.question.id)
    await cast(1, voteDown, author.answer.id)
    await cast(1, voteDown, author.answer.id, true)
    const history = async (token?: string) => {
      const page = await site
        .as(token)
        .call(listReputation, { username: author.name.toLowerCase().replaceAll(' ', '-') })
      expect(page.count).toBe(page.list.length)
      return page.list.map((row) => [row.rank_type, row.reputation, row.object_id, row.title])
    }
    const all = [
      ['reversed', 2, author.answer.id, author.question.title],
      ['downvoted', -2, author.answer.id, author.question.title],
      ['upvoted', 10, author.question.id, author.question.title],
    ]
    expect(await history()).toEqual(all)
    await setDeleted(site.ctx, 'answer', author.answer.id, author.id)
    expect(await history()).toEqual([all[2]])
    expect(await history(author.token)).toEqual(all)
    await setDeleted(site.ctx, 'question', author.question.id, author.id)
    expect(await history(voters[0]!.token)).toEqual([])
    const mia = await aUser(site.ctx, { role: 'moderator' })
    expect(await history(mia.token)).toEqual(all)
  })

  it('hides the cost of downvotes from everyone but the voter', async () => {
    const author = await anAuthor()
    const eve = await aTrustedUser(site.ctx, 'Eve History')
    await site.as(eve.token).call(voteDown, { object_id: author.answer.id })
    const countEntries = async (token?: string) =>
      (await site.as(token).call(listReputation, { username: 'eve-history' })).list.length
    expect([
      await countEntries(),
      await countEntries(author.token),
      await countEntries(eve.token),
    ]).toEqual([0, 0, 1])
    expect((await site.as(eve.token).call(listReputation, {})).list[0]?.rank_type).toBe(
      'downvoted an answer',
    )
  })

  it('requires an existing user', async () => {
    await expectError(site.as().call(listReputation, {}), 'user.not_found')
    await expectError(site.as().call(listReputation, { username: 'nobody' }), 'user.not_found')
  })

  it('takes the same number of statements for any page size', async () => {
    const author = await anAuthor()
    // The last vote is above the cap and grants nothing, so it is not listed.
    for (let n = 0; n < 21; n++) await cast(n, voteUp, author.question.id)
    const cost = async (page_size: string) => {
      const response = await site.app.inject({
        url: listReputation.path,
        query: { page_size },
        headers: { authorization: `Bearer ${author.token}` },
      })
      return [
        response.headers['x-sql-count'],
        response.json<{ data: { list: unknown[] } }>().data.list.length,
      ]
    }
    expect(await cost('2')).toEqual(['3', 2])
    expect(await cost('100')).toEqual(['3', 20])
  })
})
