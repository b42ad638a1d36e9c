import { deleteAnswer, editAnswer } from '@stoa/contract/features/answers'
import { deleteQuestion, editQuestion } from '@stoa/contract/features/questions'
import { checkEdit, listRevisions } from '@stoa/contract/features/revisions'
import { createTag, deleteTag, editTag, getTag } from '@stoa/contract/features/tags'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { revisions } from '../../../schema/revisions.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>
let mia: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
})
afterAll(() => site.close())

const historyOf = (object_id: string, token = ben.token) =>
  site.as(token).call(listRevisions, { object_id })

describe('GET /revisions of a post', () => {
  it('returns all versions, newest first, with author and reason', async () => {
    const question = await aQuestion(site.as(ada.token), { tags: ['baking', 'Sour Dough'] })
    await site.as(mia.token).call(editQuestion, {
      id: question.id,
      title: 'Better asked',
      content: 'In fewer words.',
      tags: [{ slug_name: 'baking' }],
      version: 1,
      edit_summary: 'Shorter',
    })
    const [newest, first, ...rest] = await historyOf(question.id)
    expect(rest).toEqual([])
    expect(newest).toMatchObject({
      object_id: question.id,
      use_id: mia.id,
      title: 'Better asked',
      url_title: 'better-asked',
      status: 2,
      version: 2,
      reason: 'Shorter',
      content: { content: 'In fewer words.', tags: [{ slug_name: 'baking' }] },
    })
    expect(first).toMatchObject({ status: 0, version: 1, user_info: { id: ada.id }, reason: '' })
    expect(first?.content.tags.map((tag) => tag.display_name)).toEqual(['baking', 'Sour Dough'])
  })

  it('leaves out unreviewed revisions', async () => {
    const question = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), question.id)
    await site.db.insert(revisions).values({
      objectId: id,
      userId: ada.id,
      originalText: 'An offer.',
      status: 1,
      createdAt: new Date(),
    })
    expect((await historyOf(id)).map(({ status }) => status)).toEqual([0])
  })

  it('takes the same number of statements for any number of versions', async () => {
    const question = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), question.id)
    const cost = async (length: number) => {
      const response = await site.app.inject({
        url: listRevisions.path,
        query: { object_id: id },
        headers: { authorization: `Bearer ${ben.token}` },
      })
      expect(response.json<{ data: unknown[] }>().data.length).toBe(length)
      return response.headers['x-sql-count']
    }
    const edit = (version: number) =>
      site.as(mia.token).call(editAnswer, { id, content: `Version ${version + 1}`, version })
    await edit(1)
    expect(await cost(2)).toBe('3')
    for (let version = 2; version < 12; version++) await edit(version)
    expect(await cost(12)).toBe('3')
  })

  it('is hidden with the post', async () => {
    const question = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), question.id)
    await site.as(ben.token).call(deleteAnswer, { id })
    const hidden = await expectError(historyOf(id, ada.token), 'answer.not_found')
    expect(hidden).toEqual(
      await expectError(historyOf('10029999999999999', ada.token), 'answer.not_found'),
    )
    expect((await historyOf(id)).length).toBe(1)
    await site.as(ada.token).call(deleteQuestion, { id: question.id })
    await expectError(historyOf(id), 'answer.not_found')
    await expectError(historyOf(question.id), 'question.not_found')
    expect((await historyOf(question.id, mia.token)).length).toBe(1)
  })
})

describe('GET /revisions of a tag', () => {
  const names = { slug_name: 'rye', display_name: 'Rye' }

  it('returns all versions with their names, newest first', async () => {
    await site.as(mia.token).call(createTag, { ...names, original_text: 'A grain.' })
    const { tag_id } = await site.as().call(getTag, { name: 'rye' })
    await site.as(mia.token).call(editTag, {
      tag_id,
      slug_name: 'rye-bread',
      display_name: 'Rye bread',
      original_text: 'Bread of that grain.',
      edit_summary: 'Clearer',
    })
    const [newest, first, ...rest] = await historyOf(tag_id)
    expect(rest).toEqual([])
    expect(newest).toMatchObject({
      object_id: tag_id,
      use_id: mia.id,
      title: 'Rye bread',
      url_title: 'rye-bread',
      version: 2,
      status: 2,
      reason: 'Clearer',
      content: {
        title: 'Rye bread',
        slug_name: 'rye-bread',
        content: 'Bread of that grain.',
        tags: [],
      },
    })
    expect(first).toMatchObject({ version: 1, status: 0, url_title: 'rye', title: 'Rye' })
  })

  it('requires staff for a deleted tag', async () => {
    await site.as(mia.token).call(createTag, {
      ...names,
      slug_name: 'spelt',
      original_text: '',
    })
    const { tag_id } = await site.as().call(getTag, { name: 'spelt' })
    await site.as(mia.token).call(deleteTag, { tag_id })
    await expectError(historyOf(tag_id), 'tag.not_found')
    expect(await historyOf(tag_id, mia.token)).toHaveLength(1)
    await expectError(historyOf('10039999999999999'), 'tag.not_found')
  })

  it('GET /revisions/edit/check tells who may edit the tag', async () => {
    await aQuestion(site.as(ada.token), { tags: ['barley'] })
    const { tag_id: id } = await site.as().call(getTag, { name: 'barley' })
    expect(await site.as(mia.token).call(checkEdit, { id })).toBeNull()
    await expectError(site.as(ben.token).call(checkEdit, { id }), 'rank.too_low')
    await site.as(mia.token).call(createTag, { ...names, slug_name: 'oats', original_text: '' })
    const oats = await site.as().call(getTag, { name: 'oats' })
    await site.as(mia.token).call(deleteTag, { tag_id: oats.tag_id })
    const checked = site.as(ben.token).call(checkEdit, { id: oats.tag_id })
    await expectError(checked, 'tag.not_found')
  })
})

describe('GET /revisions/edit/check', () => {
  it('allows authors, staff and users with the reputation, and rejects others with a reason', async () => {
    const question = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), question.id)
    const check = (post: string, token: string) => site.as(token).call(checkEdit, { id: post })
    expect(await check(question.id, ada.token)).toBeNull()
    expect(await check(id, ben.token)).toBeNull()
    expect(await check(id, mia.token)).toBeNull()
    await expectError(check(question.id, ben.token), 'rank.too_low')
    await expectError(check(id, ada.token), 'rank.too_low')
    const eve = await aUser(site.ctx)
    await site.db.update(users).set({ points: 999 }).where(eq(users.id, eve.id))
    expect(await check(id, eve.token)).toBeNull()
    await site.as(ben.token).call(deleteAnswer, { id })
    await expectError(check(id, ben.token), 'post.deleted')
    await expectError(check(id, eve.token), 'answer.not_found')
    await expectError(check('nonsense', eve.token), 'question.not_found')
  })
})
