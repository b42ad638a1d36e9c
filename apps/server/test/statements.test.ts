import { currentUser, login } from '@stoa/contract/features/accounts'
import { actionRecord } from '@stoa/contract/features/captcha'
import type { Endpoint } from '@stoa/contract/endpoint'
import { listFollowedTags } from '@stoa/contract/features/follows'
import { getPerson, listStaff, rankPeople, searchPeople } from '@stoa/contract/features/people'
import { getNotificationConfig, updateProfile } from '@stoa/contract/features/profile'
import {
  askQuestion,
  getQuestion,
  listLinkingQuestions,
  listQuestions,
} from '@stoa/contract/features/questions'
import { listRecommended } from '@stoa/contract/features/recommended'
import { askPasswordReset } from '@stoa/contract/features/recovery'
import { listSessions } from '@stoa/contract/features/sessions'
import { siteInfo } from '@stoa/contract/features/site'
import { getTag, listTags, suggestTags } from '@stoa/contract/features/tags'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { admin, aSite, type TestSite } from './site.ts'

let site: TestSite
let token: string

beforeAll(async () => {
  site = await aSite()
  token = (await aPerson(site.ctx)).token
})
afterAll(() => site.close())

/** How many statements a call costs; the second time, when what can be cached is. */
async function statementsOf(
  endpoint: Endpoint,
  given: object | (() => object),
  who: string | null = null,
) {
  const isGet = endpoint.method === 'GET'
  const send = () => {
    const input = typeof given === 'function' ? (given as () => object)() : given
    // Not so fast that a challenge is asked for.
    site.advance(6_000)
    return site.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: who === null ? {} : { authorization: `Bearer ${who}` },
      ...(isGet ? { query: input as Record<string, string> } : { payload: input }),
    })
  }
  await send()
  const response = await send()
  expect(response.json()).toMatchObject({ status: 200 })
  return Number(response.headers['x-sql-count'])
}

let asked = 0
const aQuestion = () => ({
  title: `Question ${++asked}`,
  content: 'Words.',
  tags: [{ slug_name: 'bread' }, { slug_name: 'oven' }],
})

async function countAll() {
  const question = await site.as(token).call(askQuestion, aQuestion())
  const byReader = {
    list: await statementsOf(listQuestions, { page_size: '100' }),
    'list of a tag': await statementsOf(listQuestions, { tag: 'bread', page_size: '100' }),
    'hot this week': await statementsOf(listQuestions, {
      order: 'hot',
      in_days: '7',
      page_size: '6',
    }),
    'what links here': await statementsOf(listLinkingQuestions, { question_id: question.id }),
    recommended: await statementsOf(listRecommended, {}, token),
    'followed tags': await statementsOf(listFollowedTags, {}, token),
    'list of tags': await statementsOf(listTags, { page_size: '100' }),
    'list of tags, filtered': await statementsOf(listTags, { slug_name: 'bre' }),
    'one tag': await statementsOf(getTag, { name: 'bread' }),
    question: await statementsOf(getQuestion, { id: question.id }),
    'tag suggestions': await statementsOf(suggestTags, { tag: 'b' }),
    'site information': await statementsOf(siteInfo, {}),
    'who am I, as a visitor': await statementsOf(currentUser, {}),
    'who am I, as a member': await statementsOf(currentUser, {}, token),
    'question, as a member': await statementsOf(getQuestion, { id: question.id }, token),
    'my devices': await statementsOf(listSessions, {}, token),
    'asking for a new password': await statementsOf(askPasswordReset, {
      e_mail: `a${++asked}@example.org`,
    }),
    login: await statementsOf(login, { e_mail: admin.email, pass: admin.password }),
    ask: await statementsOf(askQuestion, aQuestion, token),
    'challenge, whether one is asked for': await statementsOf(actionRecord, { action: 'password' }),
    'page of a person': await statementsOf(getPerson, { username: 'rut' }),
    ranking: await statementsOf(rankPeople, {}),
    staff: await statementsOf(listStaff, {}),
    'people by name': await statementsOf(searchPeople, { username: 'r', page_size: '20' }, token),
    'mail choices': await statementsOf(getNotificationConfig, {}, token),
    'profile saved as it was': await statementsOf(updateProfile, { location: 'Lyon' }, token),
  }
  return byReader
}

describe('the number of SQL statements', () => {
  const expected = {
    list: 1,
    'list of a tag': 2,
    'hot this week': 1,
    'what links here': 2,
    recommended: 2,
    'followed tags': 2,
    'list of tags': 1,
    'list of tags, filtered': 2,
    'one tag': 1,
    question: 1,
    'tag suggestions': 1,
    'site information': 0,
    'who am I, as a visitor': 0,
    'who am I, as a member': 1,
    'question, as a member': 2,
    'my devices': 2,
    'asking for a new password': 5,
    login: 10,
    ask: 21,
    'challenge, whether one is asked for': 1,
    'page of a person': 2,
    ranking: 0,
    staff: 1,
    'people by name': 2,
    'mail choices': 2,
    'profile saved as it was': 4,
  }

  it('is small and known with two rows', async () => {
    expect(await countAll()).toEqual(expected)
  })

  it('is the same with a hundred and more', async () => {
    await site.ctx.db
      .execute(sql`insert into questions (user_id, title, slug, original_text, parsed_text,
      excerpt, renderer_version, created_at, active_at, active_by)
      select user_id, 'Copy ' || n, slug, original_text, parsed_text, excerpt, renderer_version,
        created_at, active_at, user_id
      from questions, generate_series(1, 120) n where title = 'Question 1'`)
    await site.ctx.db
      .execute(sql`insert into question_tags (question_id, tag_id, position, asked_at)
      select questions.id, tags.id, 0, questions.created_at from questions, tags
      where tags.slug_name = 'bread' on conflict do nothing`)
    expect(await countAll()).toEqual(expected)
  })
})
