import { currentUser, login } from '@stoa/contract/features/accounts'
import { actionRecord } from '@stoa/contract/features/captcha'
import type { Endpoint } from '@stoa/contract/endpoint'
import { listFollowedTags } from '@stoa/contract/features/follows'
import { listIgnoredTags } from '@stoa/contract/features/ignored-tags'
import {
  getUser,
  getUserStatistics,
  listStaff,
  listUsers,
  rankUsers,
  searchUsers,
} from '@stoa/contract/features/profiles'
import { getNotificationConfig, updateProfile } from '@stoa/contract/features/profile-settings'
import {
  askQuestion,
  getQuestion,
  listLinkingQuestions,
  listQuestions,
} from '@stoa/contract/features/questions'
import { listRecommended } from '@stoa/contract/features/recommended'
import { askPasswordReset } from '@stoa/contract/features/recovery'
import { listSessions } from '@stoa/contract/features/sessions'
import { listSignIns } from '@stoa/contract/features/sign-ins'
import { siteInfo } from '@stoa/contract/features/site'
import { getTag, listRelatedTags, listTags, suggestTags } from '@stoa/contract/features/tags'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { admin, aSite, type TestSite } from './site.ts'

let site: TestSite
let token: string
let adminToken: string

beforeAll(async () => {
  site = await aSite()
  token = (await aUser(site.ctx)).token
  adminToken = (await aUser(site.ctx, { role: 'admin' })).token
})
afterAll(() => site.close())

/** Counts the second request, when caches are warm. */
async function countStatements(
  endpoint: Endpoint,
  input: object | (() => object),
  actor: string | null = null,
) {
  const isGet = endpoint.method === 'GET'
  const send = () => {
    const payload = typeof input === 'function' ? (input as () => object)() : input
    // Avoids captchas.
    site.advance(6_000)
    return site.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: actor === null ? {} : { authorization: `Bearer ${actor}` },
      ...(isGet ? { query: payload as Record<string, string> } : { payload }),
    })
  }
  await send()
  const response = await send()
  expect(response.json()).toMatchObject({ status: 200 })
  return Number(response.headers['x-sql-count'])
}

let questionNumber = 0
const aQuestion = () => ({
  title: `Question ${++questionNumber}`,
  content: 'Words.',
  tags: [{ slug_name: 'bread' }, { slug_name: 'oven' }],
})

async function countAll() {
  const question = await site.as(token).call(askQuestion, aQuestion())
  const counts = {
    list: await countStatements(listQuestions, { page_size: '100' }),
    'list of a tag': await countStatements(listQuestions, { tag: 'bread', page_size: '100' }),
    'hot this week': await countStatements(listQuestions, {
      order: 'hot',
      in_days: '7',
      page_size: '6',
    }),
    'linking questions': await countStatements(listLinkingQuestions, { question_id: question.id }),
    recommended: await countStatements(listRecommended, {}, token),
    'followed tags': await countStatements(listFollowedTags, {}, token),
    'ignored tags': await countStatements(listIgnoredTags, {}, token),
    'list of tags': await countStatements(listTags, { page_size: '100' }),
    'list of tags, filtered': await countStatements(listTags, { slug_name: 'bre' }),
    'related tags': await countStatements(listRelatedTags, { tag: 'bread' }),
    'one tag': await countStatements(getTag, { name: 'bread' }),
    question: await countStatements(getQuestion, { id: question.id }),
    'tag suggestions': await countStatements(suggestTags, { tag: 'b' }),
    'site information': await countStatements(siteInfo, {}),
    'current user, as a visitor': await countStatements(currentUser, {}),
    'current user, as a member': await countStatements(currentUser, {}, token),
    'question, as a member': await countStatements(getQuestion, { id: question.id }, token),
    'my sessions': await countStatements(listSessions, {}, token),
    'password reset': await countStatements(askPasswordReset, {
      e_mail: `a${++questionNumber}@example.org`,
    }),
    login: await countStatements(login, { e_mail: admin.email, pass: admin.password }),
    'login history': await countStatements(listSignIns, {}, adminToken),
    ask: await countStatements(askQuestion, aQuestion, token),
    'captcha status': await countStatements(actionRecord, { action: 'password' }),
    'user profile': await countStatements(getUser, { username: 'rut' }),
    'user statistics': await countStatements(getUserStatistics, { username: 'rut' }),
    ranking: await countStatements(rankUsers, {}),
    staff: await countStatements(listStaff, {}),
    'users by name': await countStatements(searchUsers, { username: 'r', page_size: '20' }, token),
    'all users': await countStatements(listUsers, {}),
    'notification settings': await countStatements(getNotificationConfig, {}, token),
    'profile without changes': await countStatements(updateProfile, { location: 'Lyon' }, token),
  }
  return counts
}

describe('number of SQL statements', () => {
  const expected = {
    list: 1,
    'list of a tag': 2,
    'hot this week': 1,
    'linking questions': 2,
    recommended: 2,
    'followed tags': 2,
    'ignored tags': 2,
    'list of tags': 1,
    'list of tags, filtered': 2,
    'related tags': 2,
    'one tag': 1,
    question: 1,
    'tag suggestions': 1,
    'site information': 0,
    'current user, as a visitor': 0,
    'current user, as a member': 1,
    'question, as a member': 2,
    'my sessions': 2,
    'password reset': 5,
    login: 11,
    'login history': 3,
    // Two of them compare content of a new user with that of others.
    ask: 25,
    'captcha status': 1,
    'user profile': 2,
    'user statistics': 4,
    ranking: 0,
    staff: 1,
    'users by name': 2,
    'all users': 2,
    'notification settings': 2,
    'profile without changes': 4,
  }

  it('matches the recorded counts with two rows', async () => {
    expect(await countAll()).toEqual(expected)
  })

  it('is the same with more than a hundred rows', async () => {
    await site.db
      .execute(sql`insert into questions (user_id, title, slug, original_text, parsed_text,
      excerpt, renderer_version, created_at, active_at, active_by)
      select user_id, 'Copy ' || n, slug, original_text, parsed_text, excerpt, renderer_version,
        created_at, active_at, user_id
      from questions, generate_series(1, 120) n where title = 'Question 1'`)
    await site.db.execute(sql`insert into question_tags (question_id, tag_id, position, asked_at)
      select questions.id, tags.id, 0, questions.created_at from questions, tags
      where tags.slug_name = 'bread' on conflict do nothing`)
    expect(await countAll()).toEqual(expected)
  })
})
