import {
  acceptAnswer,
  askWithAnswer,
  deleteAnswer,
  editAnswer,
  getAnswer,
  listAnswers,
  postAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import type { Endpoint } from '@stoa/contract/endpoint'
import { invitePeople } from '@stoa/contract/features/invites'
import {
  deleteQuestion,
  editQuestion,
  getQuestion,
  listLinkingQuestions,
  listQuestions,
  recoverQuestion,
} from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { anAnswer } from '../src/features/answers/answers.factory.ts'
import { aQuestion } from '../src/features/questions/questions.factory.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let mia: string
let ben: string

beforeAll(async () => {
  site = await aSite()
  // Staff are asked no challenge: what that costs is counted where it belongs.
  mia = (await aPerson(site.ctx, { role: 'moderator' })).token
  ben = (await aPerson(site.ctx, { role: 'moderator', name: 'Ben' })).token
  await aPerson(site.ctx, { name: 'Cleo' })
  await aQuestion(site.as(mia), { tags: ['bread', 'oven'] })
})
afterAll(() => site.close())

async function statementsOf(endpoint: Endpoint, input: object, token: string | null = mia) {
  const isGet = endpoint.method === 'GET'
  const response = await site.app.inject({
    method: endpoint.method,
    url: endpoint.path,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(isGet ? { query: input as Record<string, string> } : { payload: input }),
  })
  expect(response.json()).toMatchObject({ status: 200 })
  return Number(response.headers['x-sql-count'])
}

const asked = { title: 'A question', tags: [{ slug_name: 'bread' }], version: 1 }

/** What each write costs, on a question with so many answers of others and versions of its own. */
async function countAll(answerCount: number) {
  const question = await aQuestion(site.as(mia), { title: asked.title, tags: ['bread'] })
  const { id } = question
  await site.ctx.db.execute(sql`
    with written as (
      insert into answers (question_id, user_id, original_text, parsed_text, excerpt, renderer_version, created_at)
      select ${id}, user_id, 'x', 'x', 'x', 1, now() from questions, generate_series(1, ${answerCount})
      where questions.id = ${id} returning 1
    ) update questions set answer_count = ${answerCount} where id = ${id}`)
  const target = await aQuestion(site.as(mia), { title: 'Linked to' })
  const link = `[x](/questions/${target.id})`
  const first = await anAnswer(site.as(ben), id)
  return {
    'post answer': await statementsOf(
      postAnswer,
      { question_id: target.id, content: 'A new answer' },
      ben,
    ),
    'edit answer': await statementsOf(editAnswer, {
      id: first.id,
      content: 'Another text',
      version: 1,
    }),
    'edit answer, nothing new': await statementsOf(editAnswer, {
      id: first.id,
      content: 'Another text',
      version: 1,
    }),
    'edit answer, with a link': await statementsOf(editAnswer, {
      id: first.id,
      content: link,
      version: 2,
    }),
    accept: await statementsOf(acceptAnswer, { question_id: id, answer_id: first.id }),
    'accept none': await statementsOf(acceptAnswer, { question_id: id }),
    'delete answer': await statementsOf(deleteAnswer, { id: first.id }),
    'recover answer': await statementsOf(recoverAnswer, { answer_id: first.id }),
    'edit question': await statementsOf(editQuestion, { id, ...asked, content: 'Other words' }),
    'edit question and its tags': await statementsOf(editQuestion, {
      id,
      ...asked,
      content: 'More words',
      tags: [{ slug_name: 'oven' }],
      version: 2,
    }),
    'delete question': await statementsOf(deleteQuestion, { id }),
    'recover question': await statementsOf(recoverQuestion, { question_id: id }),
    invite: await statementsOf(invitePeople, { id, invite_user: ['cleo', 'ben'] }),
    'ask with an answer': await statementsOf(askWithAnswer, {
      title: 'Asked',
      content: 'And answered.',
      tags: [{ slug_name: 'bread' }],
      answer_content: 'At once.',
    }),
    question: await statementsOf(getQuestion, { id }, null),
    answer: await statementsOf(getAnswer, { id: first.id }, null),
    answers: await statementsOf(listAnswers, { question_id: id, page_size: '100' }, null),
    'answers, as a member': await statementsOf(listAnswers, { question_id: id }),
    'what links here': await statementsOf(listLinkingQuestions, { question_id: target.id }, null),
    'questions of a person': await statementsOf(listQuestions, { username: 'cleo' }, null),
  }
}

describe('the number of SQL statements of writing', () => {
  const expected = {
    'post answer': 19,
    'edit answer': 13,
    'edit answer, nothing new': 5,
    'edit answer, with a link': 16,
    accept: 9,
    'accept none': 7,
    'delete answer': 16,
    'recover answer': 14,
    'edit question': 19,
    'edit question and its tags': 23,
    'delete question': 19,
    'recover question': 18,
    invite: 7,
    'ask with an answer': 32,
    question: 1,
    answer: 2,
    answers: 1,
    'answers, as a member': 2,
    'what links here': 3,
    'questions of a person': 2,
  }

  it('is small and known with two rows', async () => {
    expect(await countAll(2)).toEqual(expected)
  })

  it('is the same with a hundred and more', async () => {
    expect(await countAll(120)).toEqual(expected)
  })
})
