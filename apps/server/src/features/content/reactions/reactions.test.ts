import { deleteAccount } from '@stoa/contract/features/profile-settings'
import { type Emoji, getReactions, react, type Reactions } from '@stoa/contract/features/reactions'
import { toShortId } from '@stoa/contract/ids'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer, setDeleted } from '../shared/posts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { reactions } from '../../../schema/reactions.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
})
afterAll(() => site.close())

const addReaction = (object_id: string, emoji: Emoji, token = ada.token) =>
  site.as(token).call(react, { object_id, emoji, reaction: 'activate' })
const removeReaction = (object_id: string, emoji: Emoji, token = ada.token) =>
  site.as(token).call(react, { object_id, emoji, reaction: 'deactivate' })
const readReactions = (object_id: string, token?: string) =>
  site.as(token).call(getReactions, { object_id })

describe('PUT and GET /meta/reaction', () => {
  it('add and remove reactions idempotently, several per user', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    expect(await readReactions(id)).toEqual({ reaction_summary: [] })
    await addReaction(id, 'smile')
    await addReaction(toShortId(id), 'heart')
    const both = await addReaction(id, 'heart')
    expect(both.reaction_summary).toEqual([
      { emoji: 'heart', count: 1, tooltip: 'Ada', is_active: true },
      { emoji: 'smile', count: 1, tooltip: 'Ada', is_active: true },
    ])
    for (const _ of [1, 2])
      expect(
        (await removeReaction(id, 'smile')).reaction_summary.map(({ emoji }) => emoji),
      ).toEqual(['heart'])
    expect((await readReactions(id)).reaction_summary[0]?.is_active).toBe(false)
    const wrong = { object_id: id, emoji: 'skull', reaction: 'activate' }
    const rejection = await rejectionOf(site.as(ada.token).call(react, wrong as never))
    expect(rejection.status).toBe(400)
  })

  it('name the first five users and the number of others, in any language', async () => {
    const question = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.ctx, { questionId: question.id, userId: ada.id })
    for (const name of ['Zoe', 'Yan', 'Xia', 'Wim', 'Vic']) {
      await addReaction(id, 'frown', (await aUser(site.ctx, { name })).token)
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
      await addReaction(id, 'frown', (await aUser(site.ctx, { name })).token)
      site.advance(1000)
    }
    expect(await tooltip()).toBe('Zoe, Yan, Xia, Wim, Vic, and 2 more')
    expect(await tooltip('zh-CN')).toBe('Zoe、Yan、Xia、Wim、Vic和另外 2 人')
    expect(await tooltip('ar')).toContain('شخصان آخران')
    expect((await readReactions(id)).reaction_summary[0]?.count).toBe(7)
  })

  it('count exactly under concurrent reactions', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const members = await Promise.all(Array.from({ length: 12 }, () => aUser(site.ctx)))
    const calls = members.flatMap(({ token }) =>
      [1, 2, 3].map(() => addReaction(id, 'heart', token)),
    )
    await Promise.all(calls)
    expect((await readReactions(id)).reaction_summary[0]?.count).toBe(12)
  })

  it('reject invisible and deleted posts', async () => {
    const mia = await aUser(site.ctx, { role: 'moderator' })
    const question = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.ctx, { questionId: question.id, userId: mia.id })
    await addReaction(id, 'heart')
    await setDeleted(site.ctx, 'question', question.id, mia.id)
    await expectError(readReactions(question.id), 'question.not_found')
    await expectError(readReactions(id), 'answer.not_found')
    await expectError(readReactions('10079999999999999'), 'object.not_found')
    expect((await readReactions(id, mia.token)).reaction_summary).toHaveLength(1)
    await expectError(addReaction(id, 'smile', mia.token), 'object.already_deleted')
    await expectError(removeReaction(id, 'heart'), 'object.already_deleted')
    await expectError(addReaction(id, 'heart', (await aUser(site.ctx)).token), 'answer.not_found')
  })

  it('lose the reactions of a deleted account', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const eve = await aUser(site.ctx)
    await addReaction(id, 'heart', eve.token)
    await site.as(eve.token).call(deleteAccount, { content: 'keep' })
    expect(await readReactions(id)).toEqual({ reaction_summary: [] })
    expect(await site.ctx.db.select().from(reactions).where(eq(reactions.userId, eve.id))).toEqual(
      [],
    )
  })

  it('take the same number of statements for any number of reactions', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const cost = async () =>
      (await site.app.inject({ url: getReactions.path, query: { object_id: id } })).headers[
        'x-sql-count'
      ]
    await addReaction(id, 'heart')
    expect(await cost()).toBe('2')
    const members = await Promise.all(Array.from({ length: 9 }, () => aUser(site.ctx)))
    for (const { token } of members) await addReaction(id, 'smile', token)
    expect(await cost()).toBe('2')
    const response = await site.app.inject({
      method: 'PUT',
      url: react.path,
      headers: { authorization: `Bearer ${ada.token}` },
      payload: { object_id: id, emoji: 'frown', reaction: 'activate' },
    })
    expect(response.headers['x-sql-count']).toBe('8')
  })
})
