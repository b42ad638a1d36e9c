import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { privilegeSettings } from '@stoa/contract/settings/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../shared/posts.factory.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { aTrustedUser } from '../../people/reputation/reputation.factory.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { votes } from '../../../schema/votes.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let voters: Awaited<ReturnType<typeof aUser>>[]

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx)
  voters = await Promise.all(Array.from({ length: 100 }, () => aTrustedUser(site.ctx)))
  await transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level: 1 }))
})
afterAll(() => site.close())

/** Compares the counters with the votes and the ledger. */
async function expectConsistency() {
  const { rows } = await site.ctx.db.execute(sql`
    select p.id from (select id, score from questions union all select id, score from answers) p
    where p.score <> (select coalesce(sum(value), 0) from votes where object_id = p.id)
    union all
    select id from users where points <>
      (select coalesce(sum(points), 0) from reputation_entries where user_id = users.id)
    union all
    select q.id from questions q where q.is_answered <> exists (
      select 1 from answers where question_id = q.id and status = 1 and score > 0)`)
  expect(rows).toEqual([])
}

describe('concurrent votes', () => {
  it('of 100 users add up to an exact score', async () => {
    const question = await aQuestion(site.as(ada.token))
    await Promise.all(
      voters.map(({ token }) => site.as(token).call(voteUp, { object_id: question.id })),
    )
    const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, question.id))
    expect(row?.score).toBe(100)
    await expectConsistency()
  })

  it('of one user count once', async () => {
    const question = await aQuestion(site.as(ada.token))
    const answer = await anAnswer(site.ctx, { questionId: question.id, userId: ada.id })
    const { token, id } = voters[0]!
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => site.as(token).call(voteUp, { object_id: answer.id })),
    )
    for (const response of responses)
      expect(response).toEqual({ up_votes: 1, down_votes: 0, votes: 1, vote_status: 'vote_up' })
    const rows = await site.ctx.db
      .select()
      .from(reputationEntries)
      .where(eq(reputationEntries.objectId, answer.id))
    expect(rows).toMatchObject([{ byUserId: id, change: 'given' }])
    await expectConsistency()
  })

  it('keep scores, votes and reputation consistent when set, changed and cleared', async () => {
    const question = await aQuestion(site.as(ada.token))
    const posts = [
      question.id,
      ...(await Promise.all(
        [1, 2].map(
          async () => (await anAnswer(site.ctx, { questionId: question.id, userId: ada.id })).id,
        ),
      )),
    ]
    const calls = Array.from({ length: 400 }, (_, n) => {
      const { token } = voters[(n * 7) % 12]!
      const endpoint = n % 3 === 0 ? voteDown : voteUp
      const is_cancel = n % 5 === 0
      return site.as(token).call(endpoint, { object_id: posts[(n * 5) % 3]!, is_cancel })
    })
    await Promise.all(calls)
    await expectConsistency()
    const cast = await site.ctx.db.select().from(votes)
    expect(new Set(cast.map(({ userId, objectId }) => `${userId} ${objectId}`)).size).toBe(
      cast.length,
    )
  })

  it('on two answers of a question keep it marked as answered', async () => {
    const question = await aQuestion(site.as(ada.token))
    const one = await anAnswer(site.ctx, { questionId: question.id, userId: ada.id })
    const two = await anAnswer(site.ctx, { questionId: question.id, userId: ada.id })
    const [ann, bob] = voters
    for (let round = 0; round < 15; round++) {
      const [rising, falling] = round % 2 === 0 ? [one, two] : [two, one]
      await Promise.all([
        site.as(ann!.token).call(voteUp, { object_id: rising.id }),
        site.as(bob!.token).call(voteUp, { object_id: falling.id, is_cancel: true }),
        site.as(ann!.token).call(voteUp, { object_id: falling.id, is_cancel: true }),
      ])
      await expectConsistency()
    }
    const rows = await site.ctx.db.select().from(answers).where(eq(answers.questionId, question.id))
    expect(rows.map(({ score }) => score).toSorted((a, b) => a - b)).toEqual([0, 1])
  })
})
