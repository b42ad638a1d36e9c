import {
  askQuestion,
  editQuestion,
  getQuestion,
  listQuestions,
} from '@stoa/contract/features/questions'
import { toShortId } from '@stoa/contract/ids'
import { seoSettings } from '@stoa/contract/settings/site'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { activities } from '../../../schema/activity.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { bookmarks } from '../../../schema/bookmarks.ts'
import { follows } from '../../../schema/follows.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'
import { aQuestion } from './questions.factory.ts'
import { questions } from '../../../schema/posts.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
})
afterAll(() => site.close())

describe('POST /question', () => {
  it('stores the rendered text and shows it to everyone', async () => {
    const newQuestion = await aQuestion(site.as(ada.token), {
      content: 'See **this** <script>alert(1)</script>',
    })
    const read = await site.as().call(getQuestion, { id: newQuestion.id })
    expect(read.html).toContain('<strong>this</strong>')
    expect(read.html).not.toContain('<script')
    expect(read.content).toBe('See **this** <script>alert(1)</script>')
    expect(read.user_info.username).toBe('ada')
    expect(read.tags.map((tag) => tag.slug_name)).toEqual(['baking'])
  })

  it('updates the counts of user and tags, and records the activity', async () => {
    const ben = await aUser(site.ctx)
    const newQuestion = await aQuestion(site.as(ben.token), { tags: ['oven', 'flour', 'oven'] })
    const [user] = await site.ctx.db.select().from(users).where(eq(users.id, ben.id))
    const [oven] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, 'oven'))
    const rows = await site.ctx.db
      .select()
      .from(activities)
      .where(eq(activities.objectId, newQuestion.id))
    expect(user?.questionCount).toBe(1)
    expect(oven?.questionCount).toBe(1)
    expect(rows).toMatchObject([{ kind: 'asked', userId: ben.id }])
  })

  it('rejects visitors and members who are not activated', async () => {
    const guest = await aUser(site.ctx, { isActivated: false })
    await expectError(aQuestion(site.as()), 'auth.required')
    const inactive = await expectError(aQuestion(site.as(guest.token)), 'auth.inactive')
    expect(inactive.data).toEqual({ type: 'inactive' })
  })

  it('reports all invalid fields at once', async () => {
    const call = site.as(ada.token).call(askQuestion, { title: ' ', content: '', tags: [] })
    const envelope = await rejectionOf(call)
    expect(envelope.status).toBe(400)
    expect(envelope.data).toEqual([
      { error_field: 'title', error_msg: 'This field is required.' },
      { error_field: 'content', error_msg: 'This field is required.' },
      { error_field: 'tags', error_msg: 'Add at least one tag.' },
    ])
  })

  it('rejects unknown fields', async () => {
    const input = { title: 'One', content: 'Two words', tags: [{ slug_name: 'x' }], status: 10 }
    const envelope = await rejectionOf(site.as(ada.token).call(askQuestion, input))
    expect(envelope.data).toEqual([{ error_field: 'status', error_msg: 'Unknown field.' }])
  })

  it('reserves tags for moderators and requires a recommended tag', async () => {
    const mia = await aUser(site.ctx, { role: 'moderator' })
    const change = (value: Parameters<typeof changeSettings<typeof writeSettings>>[2]) =>
      transact(site.ctx, (tx) => changeSettings(tx, writeSettings, value))
    await change({ reserved_tags: ['official'], recommend_tags: ['baking'], required_tag: true })
    await expectError(aQuestion(site.as(ada.token), { tags: ['official'] }), 'tag.reserved')
    await expectError(aQuestion(site.as(ada.token), { tags: ['oven'] }), 'tag.recommended_required')
    await aQuestion(site.as(mia.token), { tags: ['official', 'baking'] })
    await change({ reserved_tags: [], recommend_tags: [], required_tag: false })
  })

  it('runs once per Idempotency-Key', async () => {
    const input = {
      title: 'Sent ten times',
      content: 'One question.',
      tags: [{ slug_name: 'retry' }],
    }
    const options = { idempotencyKey: 'a-key-of-ada-0001' }
    const ask = () => site.as(ada.token).call(askQuestion, input, options)
    const responses = await Promise.all(Array.from({ length: 10 }, ask))
    expect(new Set(responses.map((result) => result.id)).size).toBe(1)
    const rows = await site.ctx.db.select().from(questions).where(eq(questions.title, input.title))
    expect(rows.length).toBe(1)
    const other = { ...input, title: 'Something else' }
    await expectError(
      site.as(ada.token).call(askQuestion, other, options),
      'base.idempotency_mismatch',
    )
  })
})

describe('GET /question/page and /question/info', () => {
  it('list questions in the requested order, with pages and a total', async () => {
    const before = await site.as().call(listQuestions, {})
    for (const title of ['First', 'Second', 'Third']) await aQuestion(site.as(ada.token), { title })
    const page = await site.as().call(listQuestions, { page_size: 2, order: 'newest' })
    expect(page.count).toBe(before.count + 3)
    expect(page.list.map((question) => question.title)).toEqual(['Third', 'Second'])
    const next = await site.as().call(listQuestions, { page: 2, page_size: 2 })
    expect(next.list[0]?.title).toBe('First')
    expect((await site.as().call(listQuestions, { page: 5000 })).list).toEqual([])
  })

  it('filter by tag', async () => {
    await aQuestion(site.as(ada.token), { title: 'Tagged', tags: ['rare-tag'] })
    const page = await site.as().call(listQuestions, { tag: 'rare-tag' })
    expect(page.list.map((question) => question.title)).toEqual(['Tagged'])
    expect(await site.as().call(listQuestions, { tag: 'no-such-tag' })).toEqual({
      count: 0,
      list: [],
    })
  })

  it('limit the count of a tag like any other count', async () => {
    await aQuestion(site.as(ada.token), { tags: ['common-tag'] })
    const isCommon = eq(tags.slugName, 'common-tag')
    await site.db.update(tags).set({ questionCount: 250_000 }).where(isCommon)
    expect((await site.as().call(listQuestions, { tag: 'common-tag' })).count).toBe(100_000)
    await site.db.update(tags).set({ questionCount: 1 }).where(isCommon)
  })

  it('take the same number of statements for any page size', async () => {
    const statements = async (page_size: number) => {
      const response = await site.app.inject({
        url: listQuestions.path,
        query: { page_size: String(page_size) },
      })
      return response.headers['x-sql-count']
    }
    for (let index = 0; index < 20; index++)
      await aQuestion(site.as(ada.token), { tags: [`t${index}`] })
    await statements(2)
    expect(await statements(2)).toBe('1')
    expect(await statements(100)).toBe('1')
  })

  it('accept long and short ids, and return the form of the permalink setting', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const short = toShortId(newQuestion.id)
    expect((await site.as().call(getQuestion, { id: short })).id).toBe(newQuestion.id)
    await transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink: 3 }))
    expect((await site.as().call(getQuestion, { id: newQuestion.id })).id).toBe(short)
    await transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink: 1 }))
  })

  it('report a deleted question to other users like one that never existed', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    await site.db
      .update(questions)
      .set({ status: 10, deletedAt: new Date(), deletedBy: ada.id })
      .where(eq(questions.id, newQuestion.id))
    const hidden = await expectError(
      site.as().call(getQuestion, { id: newQuestion.id }),
      'question.not_found',
    )
    const never = await expectError(
      site.as().call(getQuestion, { id: '10019999999999999' }),
      'question.not_found',
    )
    expect(hidden).toEqual(never)
    expect((await site.as(ada.token).call(getQuestion, { id: newQuestion.id })).status).toBe(10)
  })

  it('return the last activity in the order "active", else the asker', async () => {
    const ben = await aUser(site.ctx, { name: 'Benno' })
    const one = await aQuestion(site.as(ada.token), { tags: ['active-list'] })
    const two = await aQuestion(site.as(ada.token), { tags: ['active-list'] })
    const three = await aQuestion(site.as(ada.token), { tags: ['active-list'] })
    await anAnswer(site.as(ben.token), one.id)
    const mia = await aUser(site.ctx, { role: 'moderator' })
    await site.as(mia.token).call(editQuestion, {
      id: two.id,
      title: two.title,
      content: 'Clearer.',
      tags: [{ slug_name: 'active-list' }],
      version: 1,
    })
    const seen = async (order: 'active' | 'newest') =>
      (await site.as().call(listQuestions, { order, tag: 'active-list' })).list.map((item) => [
        item.id,
        item.operation_type,
        item.operator.id,
      ])
    expect(await seen('active')).toEqual([
      [two.id, 'modified', mia.id],
      [one.id, 'answered', ben.id],
      [three.id, 'asked', ada.id],
    ])
    expect(await seen('newest')).toEqual([
      [three.id, 'asked', ada.id],
      [two.id, 'asked', ada.id],
      [one.id, 'asked', ada.id],
    ])
  })

  it('filter by username, case-insensitively', async () => {
    const cleo = await aUser(site.ctx, { name: 'Cleo' })
    const newQuestion = await aQuestion(site.as(cleo.token))
    const page = await site.as().call(listQuestions, { username: 'CLEO' })
    expect(page).toMatchObject({ count: 1, list: [{ id: newQuestion.id }] })
    const nobody = await site.as().call(listQuestions, { username: 'no-such-person' })
    expect(nobody).toEqual({ count: 0, list: [] })
  })

  it('return the vote, follow, bookmark and actions of the reader in one statement', async () => {
    const [ben, mia] = [await aUser(site.ctx), await aUser(site.ctx, { role: 'moderator' })]
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id: answerId } = await anAnswer(site.as(ben.token), newQuestion.id)
    const [at, objectId] = [new Date(), newQuestion.id]
    await site.db.insert(votes).values({ userId: ben.id, objectId, value: -1, createdAt: at })
    await site.db.insert(follows).values({ userId: ben.id, objectId, createdAt: at })
    await site.db.insert(bookmarks).values({ userId: ben.id, questionId: objectId, createdAt: at })
    const personal = async (token?: string) => {
      const read = await site.as(token).call(getQuestion, { id: newQuestion.id })
      return {
        is: [
          read.answered,
          read.first_answer_id,
          read.collected,
          read.vote_status,
          read.is_followed,
        ],
        may: [...read.member_actions, ...read.extends_actions].map(({ action }) => action),
      }
    }
    const stranger = [false, '0', false, '', false]
    expect(await personal()).toEqual({ is: stranger, may: [] })
    expect(await personal(ada.token)).toEqual({ is: stranger, may: ['edit', 'delete'] })
    expect(await personal(mia.token)).toEqual({
      is: stranger,
      may: [
        'edit',
        'report',
        'close',
        'pin',
        'hide',
        'protect',
        'lock',
        'delete',
        'invite_other_to_answer',
      ],
    })
    expect(await personal(ben.token)).toEqual({
      is: [true, answerId, true, 'vote_down', true],
      may: ['report'],
    })
  })

  it('explain the status of a question in the language of the reader', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    expect((await site.as().call(getQuestion, { id: newQuestion.id })).operation).toBeUndefined()
    await site.db.update(questions).set({ status: 2 }).where(eq(questions.id, newQuestion.id))
    const response = await site.app.inject({
      url: getQuestion.path,
      query: { id: newQuestion.id },
      headers: { 'accept-language': 'zh-CN' },
    })
    expect(response.json()).toMatchObject({
      data: { operation: { level: 'info', msg: '此问题已关闭，不接受新回答。' } },
    })
  })
})
