import { acceptAnswer } from '@stoa/contract/features/answers'
import { getUserStatistics } from '@stoa/contract/features/profiles'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { voteUp } from '@stoa/contract/features/votes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { setDeleted } from '../../content/shared/posts.factory.ts'
import { answers, questions } from '../../../schema/posts.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

const day = 86_400_000
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada', role: 'moderator' })
  ben = await aUser(site.ctx, { name: 'Ben' })
})
afterAll(() => site.close())

const read = (username = 'ben') => site.as().call(getUserStatistics, { username })

describe('GET /personal/user/statistics', () => {
  it('returns zeros for a user without posts', async () => {
    expect(await read()).toMatchObject({
      tags: [],
      view_count: 0,
      accepted_percent: 0,
      answered_percent: 0,
    })
    const { weeks, months } = await read()
    expect(weeks).toHaveLength(53)
    expect(sum(weeks.map((week) => week.question_count + week.answer_count))).toBe(0)
    expect(months.map(({ rank }) => rank)).toEqual(Array(12).fill(1))
  })

  it('counts posts per week, views, accepted answers, tags and reputation', async () => {
    const bread = await aQuestion(site.as(ada.token), { tags: ['bread', 'oven'] })
    const tea = await aQuestion(site.as(ada.token), { tags: ['tea'] })
    await site.db.update(questions).set({ viewCount: 40 }).where(eq(questions.id, bread.id))
    const answer = await anAnswer(site.as(ben.token), bread.id)
    await anAnswer(site.as(ben.token), tea.id)
    const earlier = new Date(site.ctx.clock.now().getTime() - 40 * day)
    await site.db.update(answers).set({ createdAt: earlier }).where(eq(answers.userId, ben.id))
    const own = await aQuestion(site.as(ben.token), { tags: ['tea'] })
    await site.db.update(questions).set({ viewCount: 2 }).where(eq(questions.id, own.id))
    await site.as(ada.token).call(voteUp, { object_id: answer.id })
    await site.as(ada.token).call(acceptAnswer, { question_id: bread.id, answer_id: answer.id })

    const { weeks, months, tags, ...rest } = await read()
    expect(rest).toEqual({ view_count: 42, accepted_percent: 50, answered_percent: 0 })
    expect(tags.map(({ tag, score }) => [tag.slug_name, score])).toEqual([
      ['bread', 1],
      ['oven', 1],
      ['tea', 0],
    ])
    const active = weeks.filter((week) => week.question_count + week.answer_count > 0)
    expect(
      active.map(({ question_count, answer_count }) => [question_count, answer_count]),
    ).toEqual([
      [0, 2],
      [1, 0],
    ])
    expect(active.at(-1)).toEqual(weeks.at(-1))
    expect(months.slice(-3).map(({ rank }) => rank)).toEqual([1, 1, 26])
  })

  it('reports a Monday and the first of a month', async () => {
    const { weeks, months } = await read()
    for (const { week } of weeks) expect(new Date(week * 1000).toISOString()).toMatch(/T00:00:00/)
    for (const { week } of weeks) expect(new Date(week * 1000).getUTCDay()).toBe(1)
    for (const { month } of months) expect(new Date(month * 1000).toISOString()).toMatch(/-01T00/)
  })

  it('leaves out hidden posts, also for their author', async () => {
    const hidden = await aQuestion(site.as(ben.token), { tags: ['secret'] })
    const before = await read()
    expect(before.tags.map(({ tag }) => tag.slug_name)).toContain('secret')
    await site.as(ben.token).call(deleteQuestion, { id: hidden.id })
    const other = await aQuestion(site.as(ben.token), { tags: ['unlisted'] })
    await site.db.update(questions).set({ isListed: false }).where(eq(questions.id, other.id))
    const answered = await aQuestion(site.as(ada.token), { tags: ['gone'] })
    await anAnswer(site.as(ben.token), answered.id)
    await setDeleted(site.ctx, 'question', answered.id, ada.id)

    const after = await site.as(ben.token).call(getUserStatistics, {})
    expect(after).toEqual(await read())
    expect(after.weeks.at(-1)).toMatchObject({ question_count: 1, answer_count: 0 })
    expect(after.tags.map(({ tag }) => tag.slug_name)).toEqual(['bread', 'oven', 'tea'])
  })

  it('rejects an unknown user', async () => {
    await expectError(read('nobody'), 'user.not_found')
  })
})
