import { acceptAnswer } from '@stoa/contract/features/answers'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'

const dayMs = 86_400_000

let site: TestSite
type TestUser = Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  // Noon in the site's time zone, so that no test runs past midnight.
  site.advance(dayMs * 1.5 - (Date.now() % dayMs))
})
afterAll(() => site.close())

const twoUsers = async () => [await aUser(site.ctx), await aUser(site.ctx)] as const

async function aThread(asker: TestUser, answerer: TestUser) {
  const { id: question_id } = await aQuestion(site.as(asker.token))
  const { id: answer_id } = await anAnswer(site.as(answerer.token), question_id)
  const accept = (id = answer_id, token = asker.token) =>
    site.as(token).call(acceptAnswer, { question_id, answer_id: id })
  return { question_id, answer_id, accept, unaccept: () => accept('') }
}

/** Also checks that the ledger agrees with the totals. */
async function pointsOf(...members: TestUser[]) {
  expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  const points: number[] = []
  for (const { id } of members) {
    const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
    points.push(row!.points)
  }
  return points
}

describe('acceptances between two users', () => {
  it('grant points at most twice a day', async () => {
    const [asker, answerer] = await twoUsers()
    for (const _ of [1, 2, 3, 4]) await (await aThread(asker, answerer)).accept()
    expect(await pointsOf(asker, answerer)).toEqual([4, 30])
    site.advance(dayMs)
    await (await aThread(asker, answerer)).accept()
    expect(await pointsOf(asker, answerer)).toEqual([6, 45])
  })

  it('count toward the cap in both directions', async () => {
    const [one, other] = await twoUsers()
    await (await aThread(one, other)).accept()
    await (await aThread(other, one)).accept()
    await (await aThread(one, other)).accept()
    await (await aThread(other, one)).accept()
    expect(await pointsOf(one, other)).toEqual([17, 17])
  })

  it('do not limit other users, and count when staff accept', async () => {
    const [asker, answerer] = await twoUsers()
    const other = await aUser(site.ctx)
    const mia = await aUser(site.ctx, { role: 'moderator' })
    for (const _ of [1, 2]) await (await aThread(asker, answerer)).accept()
    const third = await aThread(asker, answerer)
    await third.accept(third.answer_id, mia.token)
    await (await aThread(other, answerer)).accept()
    await (await aThread(asker, other)).accept()
    expect(await pointsOf(asker, answerer, other, mia)).toEqual([6, 45, 17, 0])
  })

  it('grant nothing extra when undone and repeated', async () => {
    const [asker, answerer] = await twoUsers()
    const threads = []
    for (const _ of [1, 2, 3]) threads.push(await aThread(asker, answerer))
    for (const { accept } of threads) await accept()
    for (const _ of [1, 2]) {
      for (const { unaccept } of threads) await unaccept()
      expect(await pointsOf(asker, answerer)).toEqual([0, 0])
      for (const { accept } of threads) await accept()
      expect(await pointsOf(asker, answerer)).toEqual([4, 30])
    }
    // It granted nothing, so nothing is revoked.
    await threads[2]!.unaccept()
    expect(await pointsOf(asker, answerer)).toEqual([4, 30])
  })

  it('keep their points when moved to another answer of the same user', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { restrict_answer: false }))
    const [asker, answerer] = await twoUsers()
    await (await aThread(asker, answerer)).accept()
    const { question_id, accept } = await aThread(asker, answerer)
    await accept()
    const second = await anAnswer(site.as(answerer.token), question_id, 'Or twice a week.')
    await accept(second.id)
    expect(await pointsOf(asker, answerer)).toEqual([4, 30])
    site.advance(dayMs)
    await accept()
    expect(await pointsOf(asker, answerer)).toEqual([4, 30])
  })

  it('stay capped when concurrent', async () => {
    const [asker, answerer] = await twoUsers()
    const threads = []
    for (let n = 0; n < 8; n++)
      threads.push(n % 2 === 0 ? await aThread(asker, answerer) : await aThread(answerer, asker))
    await Promise.all(threads.map(({ accept }) => accept()))
    const points = await pointsOf(asker, answerer)
    expect(points[0]! + points[1]!).toBe(34)
  })
})
