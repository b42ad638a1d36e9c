import type { Client } from '@stoa/contract/client'
import { acceptAnswer, deleteAnswer } from '@stoa/contract/features/answers'
import {
  countAdminAnswers,
  countAdminQuestions,
  listAdminAnswers,
  listAdminQuestions,
} from '@stoa/contract/features/content-admin'
import {
  closeQuestion,
  deleteQuestion,
  operateQuestion,
  type Question,
} from '@stoa/contract/features/questions'
import { voteUp } from '@stoa/contract/features/votes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { setHoldRules } from '../../community/held-posts/held-posts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { indexAll } from '../../discovery/search/search.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { selectAnswers, selectQuestions } from './selection.queries.ts'

let site: TestSite
let root: Actor
let admin: Client
let mod: Client
let ada: Client
let adaName: string
let bread: Question
let oven: Question
let closed: Question
let deleted: Question
let unlisted: Question
let pending: Question
let breadAnswer: string
let ovenAnswer: string

beforeAll(async () => {
  site = await aSite()
  const { id, token } = await aUser(site.ctx, { name: 'Root', role: 'admin' })
  admin = site.as(token)
  root = {
    id,
    roleId: 2,
    reputation: 1,
    isActivated: true,
    isSuspended: false,
    hasUsedSecondFactor: false,
  }
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  const user = await aUser(site.ctx, { name: 'Ada Lovelace' })
  ada = site.as(user.token)
  adaName = await usernameOf(user.id)
  const ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
  bread = await aQuestion(ada, {
    title: 'How long does bread rise?',
    content: 'The flour is rye.',
    tags: ['bread', 'time'],
  })
  oven = await aQuestion(ben, { title: 'How hot is a bread oven?', tags: ['oven'] })
  closed = await aQuestion(ben, { title: 'Is this closed?', tags: ['bread'] })
  deleted = await aQuestion(ada, { title: 'A deleted loaf', tags: ['bread'] })
  unlisted = await aQuestion(ben, { title: 'An unlisted loaf', tags: ['oven'] })
  breadAnswer = (await anAnswer(ben, bread.id, 'Two hours at least.')).id
  ovenAnswer = (await anAnswer(ada, oven.id, 'Very hot, 250 degrees.')).id
  await ada.call(acceptAnswer, { question_id: bread.id, answer_id: breadAnswer })
  await mod.call(voteUp, { object_id: bread.id, is_cancel: false })
  await mod.call(closeQuestion, { id: closed.id, close_type: 63 })
  await mod.call(deleteQuestion, { id: deleted.id })
  await mod.call(operateQuestion, { id: unlisted.id, operation: 'hide' })
  await mod.call(deleteAnswer, { id: ovenAnswer })
  await setHoldRules(site.ctx, { hold_words: ['casino'] })
  pending = await aQuestion(ben, { title: 'Casino bread' })
  await indexAll(site.ctx)
})
afterAll(() => site.close())

async function usernameOf(id: string) {
  const { rows } = await site.db.execute<{ username: string }>(
    sql`select username from users where id = ${id}`,
  )
  return rows[0]!.username
}

type QuestionInput = Parameters<typeof admin.call<typeof listAdminQuestions>>[1]
const titles = async (input: QuestionInput = {}) =>
  (await admin.call(listAdminQuestions, input)).list.map(({ title }) => title)

describe('GET question/page of admins', () => {
  it('lists the questions of each status, newest first', async () => {
    expect(await titles()).toEqual([unlisted.title, oven.title, bread.title])
    expect(await titles({ status: 'closed' })).toEqual([closed.title])
    expect(await titles({ status: 'deleted' })).toEqual([deleted.title])
    expect(await titles({ status: 'pending' })).toEqual([pending.title])
  })

  it('returns what the table shows', async () => {
    const { list, count, is_capped } = await admin.call(listAdminQuestions, { query: 'rise' })
    expect({ count, is_capped }).toEqual({ count: 1, is_capped: false })
    expect(list[0]).toMatchObject({
      id: bread.id,
      title: bread.title,
      vote_count: 1,
      answer_count: 1,
      accepted_answer_id: breadAnswer,
      show: 1,
      pin: 1,
      status: 1,
      edit_time: 0,
      user_info: { username: adaName },
    })
  })

  it.each([
    ['words', 'bread', ['oven', 'bread']],
    ['a word of an unlisted title', 'loaf', ['unlisted']],
    ['a tag', '[bread]', ['bread']],
    ['two tags', '[bread] [time]', ['bread']],
    ['a tag and not another', '[bread] -[time]', []],
    ['an unknown tag', '[nothing]', []],
    ['a word and a tag', 'bread [oven]', ['oven']],
    ['a score', 'score:1', ['bread']],
    ['answers', 'answers:1', ['bread']],
    ['no answers', 'answers:0', ['unlisted', 'oven']],
    ['an accepted answer', 'hasaccepted:yes', ['bread']],
    ['an unknown user', 'user:nobody', []],
    ['days', 'after:1d', ['unlisted', 'oven', 'bread']],
    ['an invalid id', 'question:xyz', []],
    ['an excluded word of the title', '-bread', ['unlisted']],
    ['an excluded word of the text', '-flour', ['unlisted', 'oven']],
    ['an excluded word and a tag', '-flour [bread]', []],
    ['a filter for answers', 'is:answer', []],
    ['accepted answers', 'isaccepted:yes', []],
    ['accepted answers of questions', 'is:question isaccepted:yes', []],
    ['answers to a question', 'inquestion:10010000000000001', []],
    ['its own type', 'is:question', ['unlisted', 'oven', 'bread']],
    ['text without letters', ':)', []],
  ])('filters by %s', async (_, query, expected) => {
    const named = { bread, oven, unlisted }
    expect(await titles({ query })).toEqual(
      expected.map((name) => named[name as keyof typeof named].title),
    )
  })

  it('filters closed questions by an excluded word', async () => {
    expect(await titles({ query: '-nothing', status: 'closed' })).toEqual([closed.title])
    expect(await titles({ query: '-closed', status: 'closed' })).toEqual([])
  })

  it('filters by user and by id', async () => {
    expect(await titles({ query: `user:${adaName}` })).toEqual([bread.title])
    expect(await titles({ query: `user:${adaName}`, status: 'deleted' })).toEqual([deleted.title])
    expect(await titles({ query: `question:${oven.id}` })).toEqual([oven.title])
    expect(await titles({ query: `question:${deleted.id}` })).toEqual([])
  })

  it('filters deleted and pending questions by words of the title and by tag', async () => {
    expect(await titles({ query: 'LOAF', status: 'deleted' })).toEqual([deleted.title])
    expect(await titles({ query: 'rise', status: 'deleted' })).toEqual([])
    expect(await titles({ query: '[bread]', status: 'deleted' })).toEqual([deleted.title])
    expect(await titles({ query: 'casino', status: 'pending' })).toEqual([pending.title])
  })

  it('never matches words that are only similar', async () => {
    expect(await titles({ query: 'braed' })).toEqual([])
  })

  it('treats percent signs and underscores as text', async () => {
    expect(await titles({ query: '%l_af%', status: 'deleted' })).toEqual([])
  })

  it.each(['newest', 'active', 'score', 'answers', 'views'] as const)(
    'sorts by %s',
    async (sort) => {
      const first = {
        newest: unlisted,
        active: bread,
        score: bread,
        answers: bread,
        views: unlisted,
      }
      // Both were answered; the answer to the other one was deleted.
      const [title] = await titles({ sort })
      expect(title).toBe(first[sort].title)
      expect(await titles({ sort })).toHaveLength(3)
    },
  )

  it('pages', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => titles({ page, page_size: 1 })))
    expect(pages.flat()).toEqual([unlisted.title, oven.title, bread.title])
  })

  it('is for admins only', async () => {
    await expectError(mod.call(listAdminQuestions, {}), 'auth.forbidden')
    await expectError(site.as().call(listAdminAnswers, {}), 'auth.required')
  })
})

describe('GET answer/page of admins', () => {
  const ids = async (input: Parameters<typeof admin.call<typeof listAdminAnswers>>[1] = {}) =>
    (await admin.call(listAdminAnswers, input)).list.map(({ id }) => id)

  it('lists the answers of each status', async () => {
    expect(await ids()).toEqual([breadAnswer])
    expect(await ids({ status: 'deleted' })).toEqual([ovenAnswer])
    expect(await ids({ status: 'pending' })).toEqual([])
  })

  it('returns what the table shows', async () => {
    const { list } = await admin.call(listAdminAnswers, {})
    expect(list[0]).toMatchObject({
      id: breadAnswer,
      question_id: bread.id,
      description: 'Two hours at least.',
      accepted: 2,
      vote_count: 0,
      question_info: { title: bread.title },
    })
  })

  it('filters by words of the answer, of the title, by id, question, user and tag', async () => {
    expect(await ids({ query: 'hours' })).toEqual([breadAnswer])
    expect(await ids({ query: 'rise' })).toEqual([breadAnswer])
    expect(await ids({ query: 'rocket' })).toEqual([])
    expect(await ids({ query: '[bread]' })).toEqual([breadAnswer])
    expect(await ids({ query: '[oven]' })).toEqual([])
    expect(await ids({ query: 'isaccepted:yes' })).toEqual([breadAnswer])
    expect(await ids({ query: `answer:${breadAnswer}` })).toEqual([breadAnswer])
    expect(await ids({ query: `user:${adaName}` })).toEqual([])
    expect(await ids({ query: `user:${adaName}`, status: 'deleted' })).toEqual([ovenAnswer])
    expect(await ids({ query: 'oven', status: 'deleted' })).toEqual([ovenAnswer])
    expect(await ids({ question_id: bread.id })).toEqual([breadAnswer])
    expect(await ids({ question_id: oven.id })).toEqual([])
    expect(await ids({ question_id: oven.id, status: 'deleted' })).toEqual([ovenAnswer])
    expect(await ids({ sort: 'score' })).toEqual([breadAnswer])
  })

  it.each([
    ['an excluded word of the answer', '-hours', []],
    ['an excluded word and one of the title', 'rise -hours', []],
    ['an excluded word that it does not have', 'two -rocket', [0]],
    ['a filter for questions', 'is:question', []],
    ['its own type', 'is:answer', [0]],
    ['text without letters', ':)', []],
  ])('filters by %s', async (_, query, expected) => {
    const answers = expected.map(() => breadAnswer)
    expect(await ids({ query })).toEqual(answers)
    expect(await ids({ query, question_id: bread.id })).toEqual(answers)
  })
})

it('compares posts before a date, however many are newer', async () => {
  const old = sql`now() - interval '2 years'`
  for (const statement of [
    sql`update questions set created_at = ${old} where id = ${bread.id}`,
    sql`update question_tags set asked_at = ${old} where question_id = ${bread.id}`,
    sql`update answers set created_at = ${old} where id = ${breadAnswer}`,
    sql`update search_documents set created_at = ${old} where question_id = ${bread.id}`,
  ])
    await site.db.execute(statement)
  const newer = await aQuestion(ada, { title: 'A newer question', tags: ['bread'] })
  await anAnswer(ada, newer.id, 'A newer answer.')
  await indexAll(site.ctx)
  const range = { offset: 0, limit: 10, window: 1 }
  const all = { status: 'normal', sort: 'newest' } as const
  for (const query of ['', '[bread] ', `user:${adaName} `]) {
    const input = { ...all, query: `${query}before:365d` }
    expect((await selectQuestions(site.ctx, root, input, range)).ids).toEqual([bread.id])
  }
  const answered = await selectAnswers(site.ctx, root, { ...all, query: 'before:365d' }, range)
  expect(answered.ids).toEqual([breadAnswer])
})

it('counts the posts of each status', async () => {
  expect(await admin.call(countAdminQuestions, {})).toEqual({
    normal: 4,
    closed: 1,
    deleted: 1,
    pending: 1,
  })
  expect(await admin.call(countAdminAnswers, {})).toEqual({ normal: 2, deleted: 1, pending: 0 })
})
