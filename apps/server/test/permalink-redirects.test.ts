import { getAnswer } from '@stoa/contract/features/answers'
import { getQuestion } from '@stoa/contract/features/questions'
import { changeSeoSettings } from '@stoa/contract/features/site-settings'
import { permalinks } from '@stoa/contract/settings/site'
import { answerPath, questionPath } from '@stoa/web/features/content/questions/permalink.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, type TestSite } from './site.ts'

type Form = (typeof permalinks)[keyof typeof permalinks]
const forms = Object.values(permalinks)
const pairs = forms.flatMap((from) => forms.map((to) => [from, to] as const))

// Among them titles without letters, and one that looks like the id of an answer.
const titles = ['Why does rye rise slowly?', '酵母 & rye bread', '??????', '10020000000000001']

let site: TestSite
let pages: PageProcess
let admin: ReturnType<TestSite['as']>
const posts: { questionId: string; answerId: string }[] = []

beforeAll(async () => {
  site = await aSite()
  pages = await aPageProcess(site.ctx.config, site.ctx.clock)
  admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  const ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  for (const title of titles) {
    const { id: questionId } = await aQuestion(ada, { title })
    posts.push({ questionId, answerId: (await anAnswer(ada, questionId)).id })
  }
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

/** Chooses a form, and returns the links of all posts in it. */
async function choose(permalink: Form) {
  await admin.call(changeSeoSettings, { permalink })
  const links: string[] = []
  for (const { questionId, answerId } of posts) {
    const question = await admin.call(getQuestion, { id: questionId })
    const { info } = await admin.call(getAnswer, { id: answerId })
    links.push(questionPath(question, permalink), answerPath(question, info.id, permalink))
  }
  return links
}

it.each(pairs)('links of permalink form %i lead to form %i', async (from, to) => {
  const old = await choose(from)
  // The pages of the old links are in the cache when the form changes.
  for (const link of old)
    for (let reads = 0; reads < 2; reads++)
      expect(await pages.read(link), link).toMatchObject({ status: 200 })
  const links = await choose(to)
  for (const [index, link] of links.entries()) {
    const before = old[index] ?? ''
    const isSame = before === link
    const { status, headers } = await pages.read(before)
    expect([status, headers.get('location')], before).toEqual(isSame ? [200, null] : [301, link])
    expect((await pages.read(link)).status, link).toBe(200)
  }
})
