import { listQuestions } from '@stoa/contract/features/questions'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { ageHotScores, dueQuery, refreshHotScore } from './hot-score.ts'
import { aQuestion } from './questions.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite({ works: true })
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  await site.db.update(users).set({ points: 3000 })
})
afterAll(() => site.close())

const asAda = () => site.as(ada.token)
const asBen = () => site.as(ben.token)

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(site.ctx.clock.now().getTime() - hours * hourMs)

async function hotScoreOf(id: string) {
  const [row] = await site.db
    .select({ score: questions.hotScore, at: questions.hotScoredAt })
    .from(questions)
    .where(eq(questions.id, id))
  return { score: row?.score ?? -1, at: row?.at ?? null }
}

describe('the hot score', () => {
  it.each([
    { views: 100, answerCount: 3, score: 5, votes: 4, age: 24, idle: 24, expected: 2034 },
    { views: 100, answerCount: 3, score: 5, votes: 4, age: 24, idle: 0, expected: 5424 },
    { views: 1, answerCount: 0, score: 0, votes: 0, age: 0, idle: 0, expected: 0 },
    { views: 1000, answerCount: 10, score: 20, votes: 30, age: 240, idle: 200, expected: 298 },
  ])('is $expected for $views views and $votes votes on answers', async (vector) => {
    const { views: viewCount, answerCount, score, votes, age, idle, expected } = vector
    const { id } = await aQuestion(asAda())
    const answer = await anAnswer(asBen(), id, 'An answer with votes.')
    await waitForJobs(site.ctx)
    await site.db.update(answers).set({ score: votes }).where(eq(answers.id, answer.id))
    await site.db
      .update(questions)
      .set({ viewCount, answerCount, score, createdAt: hoursAgo(age), editedAt: hoursAgo(idle) })
      .where(eq(questions.id, id))
    await refreshHotScore(site.ctx, id)
    expect((await hotScoreOf(id)).score).toBe(expected)
  })

  it('counts votes on the question and on its answers', async () => {
    const { id } = await aQuestion(asAda())
    const answer = await anAnswer(asBen(), id, 'A good answer.')
    await waitForJobs(site.ctx)
    const refresh = async () => {
      await refreshHotScore(site.ctx, id)
      return (await hotScoreOf(id)).score
    }
    expect(await refresh()).toBe(0)
    await asAda().call(voteUp, { object_id: answer.id })
    expect(await refresh()).toBe(10_000)
    await asBen().call(voteUp, { object_id: id })
    expect(await refresh()).toBe(12_000)
    await asAda().call(voteDown, { object_id: answer.id })
    expect(await refresh()).toBe(0)
  })
})

describe('aging of hot scores', () => {
  it('lowers the score of a question of any age, down to 1', async () => {
    const { id } = await aQuestion(asAda())
    await waitForJobs(site.ctx)
    await site.db
      .update(questions)
      .set({
        viewCount: 1_000_000,
        createdAt: hoursAgo(24 * 100),
        hotScore: 900_000,
        hotScoredAt: hoursAgo(24 * 100),
      })
      .where(eq(questions.id, id))
    await ageHotScores(site.ctx)
    const { score, at } = await hotScoreOf(id)
    expect(score).toBe(5)
    expect(at?.getTime()).toBeGreaterThan(hoursAgo(1).getTime())
    await site.db
      .update(questions)
      .set({ createdAt: hoursAgo(24 * 4000), hotScoredAt: hoursAgo(24 * 3000) })
      .where(eq(questions.id, id))
    await ageHotScores(site.ctx)
    expect((await hotScoreOf(id)).score).toBe(1)
  })

  it('computes old scores less often than recent ones', async () => {
    const { id: recent } = await aQuestion(asAda())
    const { id: old } = await aQuestion(asAda())
    await waitForJobs(site.ctx)
    const scoredAt = hoursAgo(2)
    const set = (id: string, age: number) =>
      site.db
        .update(questions)
        .set({ hotScore: 100, createdAt: hoursAgo(age), hotScoredAt: scoredAt })
        .where(eq(questions.id, id))
    await set(recent, 10)
    await set(old, 24 * 60)
    await ageHotScores(site.ctx)
    expect((await hotScoreOf(recent)).at).not.toEqual(scoredAt)
    expect((await hotScoreOf(old)).at).toEqual(scoredAt)
  })

  it('reads the questions that age, not all questions', async () => {
    await site.db.execute(sql`
      insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version,
        hot_score, hot_scored_at, created_at, active_at, active_by)
      select ${ada.id}, 'Question ' || n, 'question', 'x', '<p>x</p>', 'x', 1, n % 2 + (n % 500 = 0)::int * 50,
        now() - interval '90 days', at, at, ${ada.id}
      from (select n, now() - interval '100 days' - n * interval '1 minute' as at from generate_series(1, 20000) as n) as old`)
    await site.db.execute(sql`vacuum analyze questions`)
    const { rows } = await site.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain ${dueQuery(site.ctx.clock.now())}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toContain('questions_hot')
    await ageHotScores(site.ctx)
    const { rows: left } = await site.db.execute(
      sql`select 1 from questions where id in (${dueQuery(site.ctx.clock.now())})`,
    )
    expect(left).toEqual([])
  })
})

describe('GET /question/page with only=discussed', () => {
  it('lists open questions with an answer or a positive score', async () => {
    const tags = ['discussed']
    const ask = (title: string) => aQuestion(asAda(), { title, tags })
    await ask('Nothing yet')
    const answered = await ask('Answered')
    const voted = await ask('Voted')
    const unpopular = await ask('Unpopular')
    const closed = await ask('Closed')
    await anAnswer(asBen(), answered.id, 'An answer.')
    await anAnswer(asBen(), closed.id, 'Another answer.')
    await asBen().call(voteUp, { object_id: voted.id })
    await asBen().call(voteDown, { object_id: unpopular.id })
    await site.db.update(questions).set({ status: 2 }).where(eq(questions.id, closed.id))
    const filter = { order: 'hot', in_days: 7, tag: 'discussed' } as const
    const { count, list } = await site.as().call(listQuestions, { ...filter, only: 'discussed' })
    expect(list.map(({ title }) => title).toSorted()).toEqual(['Answered', 'Voted'])
    expect(count).toBe(2)
    expect((await site.as().call(listQuestions, filter)).count).toBe(5)
  })
})
