import { deleteAccount } from '@stoa/contract/features/profile'
import { type Emoji, getReactions, react, type Reactions } from '@stoa/contract/features/reactions'
import { toShortId } from '@stoa/contract/ids'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer, setDeleted } from '../posts/posts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { reactions } from '../posts/reactions.table.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
})
afterAll(() => site.close())

const put = (object_id: string, emoji: Emoji, token = ada.token) =>
  site.as(token).call(react, { object_id, emoji, reaction: 'activate' })
const take = (object_id: string, emoji: Emoji, token = ada.token) =>
  site.as(token).call(react, { object_id, emoji, reaction: 'deactivate' })
const seen = (object_id: string, token?: string) => site.as(token).call(getReactions, { object_id })

describe('reactions', () => {
  it('are put on and taken off, each once, several by one person', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    expect(await seen(id)).toEqual({ reaction_summary: [] })
    await put(id, 'smile')
    await put(toShortId(id), 'heart')
    const both = await put(id, 'heart')
    expect(both.reaction_summary).toEqual([
      { emoji: 'heart', count: 1, tooltip: 'Ada', is_active: true },
      { emoji: 'smile', count: 1, tooltip: 'Ada', is_active: true },
    ])
    for (const _ of [1, 2])
      expect((await take(id, 'smile')).reaction_summary.map(({ emoji }) => emoji)).toEqual([
        'heart',
      ])
    expect((await seen(id)).reaction_summary[0]?.is_active).toBe(false)
    const wrong = { object_id: id, emoji: 'skull', reaction: 'activate' }
    const refused = await refusalOf(site.as(ada.token).call(react, wrong as never))
    expect(refused.status).toBe(400)
  })

  it('name five people in the order they came, and how many more there are, in any language', async () => {
    const asked = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.ctx, { questionId: asked.id, userId: ada.id })
    for (const name of ['Zoe', 'Yan', 'Xia', 'Wim', 'Vic']) {
      await put(id, 'frown', (await aPerson(site.ctx, { name })).token)
      site.advance(1000)
    }
    const tooltip = async (language = 'en') => {
      const response = await site.app.inject({
        url: getReactions.path,
        query: { object_id: id },
        headers: { 'accept-language': language },
      })
      const { data } = response.json<{ data: Reactions }>()
      return data.reaction_summary[0]?.tooltip
    }
    expect(await tooltip()).toBe('Zoe, Yan, Xia, Wim, and Vic')
    for (const name of ['Una', 'Tom']) {
      await put(id, 'frown', (await aPerson(site.ctx, { name })).token)
      site.advance(1000)
    }
    expect(await tooltip()).toBe('Zoe, Yan, Xia, Wim, Vic, and 2 more')
    expect(await tooltip('zh-CN')).toBe('Zoe、Yan、Xia、Wim、Vic和另外 2 人')
    expect(await tooltip('ar')).toContain('شخصان آخران')
    expect((await seen(id)).reaction_summary[0]?.count).toBe(7)
  })

  it('are exact when they come at once', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const people = await Promise.all(Array.from({ length: 12 }, () => aPerson(site.ctx)))
    const calls = people.flatMap(({ token }) => [1, 2, 3].map(() => put(id, 'heart', token)))
    await Promise.all(calls)
    expect((await seen(id)).reaction_summary[0]?.count).toBe(12)
  })

  it('are for what one can see and is not deleted', async () => {
    const mia = await aPerson(site.ctx, { role: 'moderator' })
    const asked = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.ctx, { questionId: asked.id, userId: mia.id })
    await put(id, 'heart')
    await setDeleted(site.ctx, 'question', asked.id, mia.id)
    await expectError(seen(asked.id), 'question.not_found')
    await expectError(seen(id), 'answer.not_found')
    await expectError(seen('10079999999999999'), 'object.not_found')
    expect((await seen(id, mia.token)).reaction_summary).toHaveLength(1)
    await expectError(put(id, 'smile', mia.token), 'object.already_deleted')
    await expectError(take(id, 'heart'), 'object.already_deleted')
    await expectError(put(id, 'heart', (await aPerson(site.ctx)).token), 'answer.not_found')
  })

  it('go with the person', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const eve = await aPerson(site.ctx)
    await put(id, 'heart', eve.token)
    await site.as(eve.token).call(deleteAccount, { content: 'keep' })
    expect(await seen(id)).toEqual({ reaction_summary: [] })
    expect(await site.ctx.db.select().from(reactions).where(eq(reactions.userId, eve.id))).toEqual(
      [],
    )
  })

  it('cost as much for many as for one', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const cost = async () =>
      (await site.app.inject({ url: getReactions.path, query: { object_id: id } })).headers[
        'x-sql-count'
      ]
    await put(id, 'heart')
    expect(await cost()).toBe('2')
    const people = await Promise.all(Array.from({ length: 9 }, () => aPerson(site.ctx)))
    for (const { token } of people) await put(id, 'smile', token)
    expect(await cost()).toBe('2')
    const response = await site.app.inject({
      method: 'PUT',
      url: react.path,
      headers: { authorization: `Bearer ${ada.token}` },
      payload: { object_id: id, emoji: 'frown', reaction: 'activate' },
    })
    expect(response.headers['x-sql-count']).toBe('6')
  })
})
