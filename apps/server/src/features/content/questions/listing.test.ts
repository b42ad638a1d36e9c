import type { Client } from '@stoa/contract/client'
import {
  deleteQuestion,
  getQuestion,
  listQuestions,
  operateQuestion,
  type QuestionOperationName,
} from '@stoa/contract/features/questions'
import { search } from '@stoa/contract/features/search'
import { getTag } from '@stoa/contract/features/tags'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { activities } from '../../../schema/activity.ts'
import { questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from './questions.factory.ts'

let site: TestSite
let ada: Client
let adaId: string
let mod: Client

beforeAll(async () => {
  site = await aSite({ works: true })
  const author = await aUser(site.ctx, { name: 'Ada' })
  ada = site.as(author.token)
  adaId = author.id
  mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
})
afterAll(() => site.close())

const operate = (id: string, operation: QuestionOperationName, client = mod) =>
  client.call(operateQuestion, { id, operation })
const listed = async () => (await site.as().call(listQuestions, {})).list.map(({ id }) => id)
const countersOf = async (questionId: string, slug: string) => {
  const [author] = await site.db.select().from(users).where(eq(users.id, adaId))
  const { question_count } = await site.as().call(getTag, { name: slug })
  const [row] = await site.db.select().from(questions).where(eq(questions.id, questionId))
  return { author: author!.questionCount, tag: question_count, linked: row!.linkedCount }
}

describe('PUT /question/operation', () => {
  it('pins a question to the top until it is unpinned', async () => {
    const first = await aQuestion(ada)
    const second = await aQuestion(ada)
    expect((await listed()).slice(0, 2)).toEqual([second.id, first.id])
    await operate(first.id, 'pin')
    expect((await listed())[0]).toBe(first.id)
    await operate(first.id, 'unpin')
    expect((await listed())[0]).toBe(second.id)
  })

  it('unlists a question: out of lists, search and counters, readable by link', async () => {
    const target = await aQuestion(ada)
    const { id } = await aQuestion(ada, {
      title: 'Sourdough zeppelin',
      content: `[See](/questions/${target.id})`,
      tags: ['zeppelin'],
    })
    await waitForJobs(site.ctx)
    const before = await countersOf(target.id, 'zeppelin')
    expect(before).toMatchObject({ tag: 1, linked: 1 })
    const found = async () => (await site.as().call(search, { q: 'zeppelin' })).count
    expect(await found()).toBe(1)

    await operate(id, 'hide')
    await waitForJobs(site.ctx)
    expect(await countersOf(target.id, 'zeppelin')).toEqual({
      author: before.author - 1,
      tag: 0,
      linked: 0,
    })
    expect(await listed()).not.toContain(id)
    expect(await found()).toBe(0)
    expect((await site.as().call(getQuestion, { id })).show).toBe(2)

    await operate(id, 'show')
    await waitForJobs(site.ctx)
    expect(await countersOf(target.id, 'zeppelin')).toEqual(before)
    expect(await listed()).toContain(id)
    expect(await found()).toBe(1)
  })

  it('changes nothing when repeated, and is recorded once', async () => {
    const { id } = await aQuestion(ada)
    const before = await countersOf(id, 'baking')
    for (const operation of ['pin', 'unpin', 'hide', 'show'] as const) {
      await Promise.all([operate(id, operation), operate(id, operation)])
      await operate(id, operation)
    }
    expect(await countersOf(id, 'baking')).toEqual(before)
    const rows = await site.db
      .select({ kind: activities.kind })
      .from(activities)
      .where(eq(activities.objectId, id))
      .orderBy(asc(activities.id))
    expect(rows.map(({ kind }) => kind)).toEqual(['asked', 'pin', 'unpin', 'hide', 'show'])
  })

  it('rejects what does not fit the state, unknown operations and members', async () => {
    const { id } = await aQuestion(ada)
    await expectError(operate(id, 'pin', ada), 'auth.forbidden')
    await expectError(
      mod.call(operateQuestion, { id, operation: 'lift' as 'pin' }),
      'base.request_format_error',
    )
    await operate(id, 'pin')
    await expectError(operate(id, 'hide'), 'question.pinned')
    await operate(id, 'unpin')
    await operate(id, 'hide')
    await expectError(operate(id, 'pin'), 'question.unlisted')
    await mod.call(deleteQuestion, { id })
    await expectError(operate(id, 'show'), 'post.deleted')
  })

  it('counts an unlisted question once when it is deleted and restored', async () => {
    const { id } = await aQuestion(ada)
    await operate(id, 'hide')
    const before = await countersOf(id, 'baking')
    await mod.call(deleteQuestion, { id })
    expect(await countersOf(id, 'baking')).toEqual(before)
  })
})

describe('member_actions of a question', () => {
  const actionsOf = async (id: string, client: Client) =>
    (await client.call(getQuestion, { id })).member_actions.map(({ action }) => action)

  it('contains only what would work', async () => {
    const { id } = await aQuestion(ada)
    expect(await actionsOf(id, ada)).toEqual(['edit', 'delete'])
    expect(await actionsOf(id, mod)).toEqual([
      'edit',
      'report',
      'close',
      'pin',
      'hide',
      'protect',
      'lock',
      'delete',
    ])
    await operate(id, 'pin')
    expect(await actionsOf(id, mod)).toEqual([
      'edit',
      'report',
      'close',
      'unpin',
      'protect',
      'lock',
      'delete',
    ])
    await operate(id, 'unpin')
    await operate(id, 'hide')
    expect(await actionsOf(id, mod)).toEqual([
      'edit',
      'report',
      'close',
      'show',
      'protect',
      'lock',
      'delete',
    ])
    await mod.call(deleteQuestion, { id })
    expect(await actionsOf(id, mod)).toEqual(['undelete'])
  })
})
