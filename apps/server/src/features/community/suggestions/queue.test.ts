import type { Client } from '@stoa/contract/client'
import { readQuestion } from '@stoa/contract/features/question-page'
import { listLinkingQuestions } from '@stoa/contract/features/questions'
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import { editTag, getTag } from '@stoa/contract/features/tags'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { type Actor, requiredReputation } from '../../../kernel/rules.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aSuggester, suggestAnswer, suggestQuestion } from './suggestions.factory.ts'
import { countOpenSuggestions } from './suggestions.queries.ts'

let site: TestSite
let ada: Client
let sue: Client
let sueId: string

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  const user = await aSuggester(site.ctx)
  sueId = user.id
  sue = site.as(user.token)
  const question = await aQuestion(ada, { tags: ['rye'] })
  const answer = await anAnswer(ada, question.id)
  await suggestQuestion(sue, question.id, { title: 'A better title' })
  await suggestAnswer(sue, answer.id, 'A better answer.')
  const { tag_id } = await sue.call(getTag, { name: 'rye' })
  const names = { slug_name: 'rye', display_name: 'Rye' }
  await sue.call(editTag, { tag_id, ...names, original_text: 'A grain.' })
})
afterAll(() => site.close())

const anActor = (reputation: number, id = '999999'): Actor => ({
  id,
  roleId: 1,
  reputation,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
})
const reviewer = (actor: Actor) => ({
  actor,
  required: requiredReputation(site.ctx.settings),
  now: site.ctx.clock.now(),
})

it.each([
  [999, 0],
  [1000, 2],
  [2500, 3],
])('countOpenSuggestions: reputation %i: %i', async (reputation, expected) => {
  expect(await countOpenSuggestions(site.ctx.db, reviewer(anActor(reputation)))).toBe(expected)
})

it('countOpenSuggestions leaves out own suggestions', async () => {
  expect(await countOpenSuggestions(site.ctx.db, reviewer(anActor(2500, sueId)))).toBe(0)
})

it('GET /revisions/unreviewed filters by kind and id', async () => {
  const mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
  const { count, list } = await mod.call(listOpenSuggestions, { object_type: 'answer' })
  expect(count).toBe(1)
  expect(list.map(({ type }) => type)).toEqual(['answer'])
  const id = list[0]?.unreviewed_info.id ?? ''
  expect((await mod.call(listOpenSuggestions, { id })).list).toEqual(list)
})

it('an approved suggestion updates the links of the question', async () => {
  const mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
  const [target, question] = [await aQuestion(ada), await aQuestion(ada)]
  const content = `See #${target.id} for the fridge.`
  const id = await suggestQuestion(sue, question.id, { content })
  const count = async () => (await ada.call(listLinkingQuestions, { question_id: target.id })).count
  expect(await count()).toBe(0)
  await mod.call(auditSuggestion, { id, operation: 'approve' })
  expect(await count()).toBe(1)
})

it('the question page takes the same number of statements with suggestions', async () => {
  const cost = async (token: string, id: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await site.app.inject({ url: readQuestion.path, query: { id }, headers })
    return response.headers['x-sql-count']
  }
  const user = await aSuggester(site.ctx, 'Tom')
  const { id } = await aQuestion(ada)
  const before = await cost(user.token, id)
  await suggestQuestion(site.as(user.token), id, { title: 'A better title' })
  expect(await cost(user.token, id)).toBe(before)
})
