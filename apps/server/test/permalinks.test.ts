import { getAnswer } from '@stoa/contract/features/answers'
import { getQuestion } from '@stoa/contract/features/questions'
import { permalinks, seoSettings } from '@stoa/contract/settings/site'
import { answerPath, questionPath } from '@stoa/web/features/content/questions/permalink.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let id: string
let answerId: string

beforeAll(async () => {
  site = await aSite()
  const ada = await aUser(site.ctx, { name: 'Ada' })
  id = (await aQuestion(site.as(ada.token), { title: '酵母 & rye', tags: ['c++'] })).id
  answerId = (await anAnswer(site.as(ada.token), id)).id
})
afterAll(() => site.close())

const origin = 'http://localhost:3000'
const bodyOf = async (url: string) => (await site.app.inject({ url })).body

describe.each(Object.entries(permalinks))('permalink setting %s', (_name, permalink) => {
  let path: string
  beforeAll(async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink }))
    path = questionPath(await site.as().call(getQuestion, { id }), permalink)
  })

  it('the sitemap and feeds link to the canonical URL of a question', async () => {
    expect(await bodyOf('/sitemap/question-1.xml')).toContain(`<loc>${origin}${path}</loc>`)
    for (const feed of [
      '/feed.atom',
      '/tags/c%2B%2B/feed.atom',
      `/questions/${id}/feed.atom`,
      '/users/ada/feed.atom',
    ])
      expect(await bodyOf(feed), feed).toContain(`href="${origin}${path}"`)
  })

  it('feeds link to the canonical URL of an answer', async () => {
    const { info, question } = await site.as().call(getAnswer, { id: answerId })
    const pathOfAnswer = answerPath(question, info.id, permalink)
    expect(pathOfAnswer.startsWith(`${path}/`)).toBe(true)
    expect(await bodyOf(`/questions/${id}/feed.atom`)).toContain(`href="${origin}${pathOfAnswer}"`)
  })

  it('feed and card of a question accept short and long ids', async () => {
    const question = await site.as().call(getQuestion, { id })
    for (const questionId of [id, question.id])
      for (const url of [
        `/questions/${questionId}/feed.atom`,
        `/cards/questions/${questionId}.png`,
      ])
        expect((await site.app.inject({ url })).statusCode, url).toBe(200)
  })

  it('robots.txt and the sitemap index link the sitemap', async () => {
    expect(await bodyOf('/robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`)
    expect(await bodyOf('/sitemap.xml')).toContain(`<loc>${origin}/sitemap/question-1.xml</loc>`)
  })
})
