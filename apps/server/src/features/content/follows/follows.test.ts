import { follow, followTags, listFollowedTags } from '@stoa/contract/features/follows'
import { deleteAccount } from '@stoa/contract/features/profile-settings'
import { toShortId } from '@stoa/contract/ids'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { setDeleted } from '../shared/posts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { tags } from '../../../schema/tags.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let question: { id: string }

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  for (const list of [
    ['t1', 't2', 't3', 't4', 't5'],
    ['t6', 'rye', 'roggen', 'old'],
  ])
    question = await aQuestion(site.as(ada.token), { tags: list })
  const [rye] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, 'rye'))
  await site.db.update(tags).set({ mainTagId: rye!.id }).where(eq(tags.slugName, 'roggen'))
  await site.db.update(tags).set({ isDeleted: true }).where(eq(tags.slugName, 'old'))
})
afterAll(() => site.close())

const followObject = (object_id: string, token = ada.token) =>
  site.as(token).call(follow, { object_id })
const unfollowObject = (object_id: string, token = ada.token) =>
  site.as(token).call(follow, { object_id, is_cancel: true })
const setTags = (slug_name_list: string[], token = ada.token) =>
  site.as(token).call(followTags, { slug_name_list })
const listFollowed = async (token?: string) =>
  (await site.as(token).call(listFollowedTags, {})).map((tag) => tag.slug_name)
const tagId = async (slug: string) => {
  const [row] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, slug))
  return row!.id
}

async function expectExactCounts() {
  const { rows } = await site.ctx.db.execute(sql`
    select id from (select id, follow_count from questions union all select id, follow_count from tags) o
    where follow_count <> (select count(*) from follows where object_id = o.id)`)
  expect(rows).toEqual([])
}

describe('POST /follow', () => {
  it('follows and unfollows a question idempotently', async () => {
    for (const _ of [1, 2])
      expect(await followObject(toShortId(question.id))).toEqual({ follows: 1, is_followed: true })
    expect((await followObject(question.id, (await aUser(site.ctx)).token)).follows).toBe(2)
    for (const _ of [1, 2])
      expect(await unfollowObject(question.id)).toEqual({ follows: 1, is_followed: false })
    await expectExactCounts()
  })

  it('follows the main tag of a synonym', async () => {
    const ben = await aUser(site.ctx)
    expect(await followObject(await tagId('roggen'), ben.token)).toEqual({
      follows: 1,
      is_followed: true,
    })
    expect(await listFollowed(ben.token)).toEqual(['rye'])
    expect(await unfollowObject(await tagId('rye'), ben.token)).toEqual({
      follows: 0,
      is_followed: false,
    })
    await expectExactCounts()
  })

  it('rejects deleted, invisible and unknown objects', async () => {
    const ben = await aUser(site.ctx)
    const newQuestion = await aQuestion(site.as(ada.token))
    await followObject(newQuestion.id, ben.token)
    await followObject(newQuestion.id)
    await setDeleted(site.ctx, 'question', newQuestion.id, ada.id)
    await expectError(followObject(newQuestion.id), 'object.already_deleted')
    expect(await unfollowObject(newQuestion.id)).toEqual({ follows: 1, is_followed: false })
    await expectError(followObject(newQuestion.id, ben.token), 'question.not_found')
    await expectError(followObject(await tagId('old')), 'tag.not_found')
    await expectError(followObject('10039999999999999'), 'tag.not_found')
    await expectError(followObject('10029999999999999'), 'object.not_found')
  })

  it('counts exactly under concurrent requests', async () => {
    const members = await Promise.all(Array.from({ length: 15 }, () => aUser(site.ctx)))
    const [newQuestion, t1] = [await aQuestion(site.as(ada.token)), await tagId('t1')]
    await Promise.all(
      members.flatMap(({ token }, n) => [
        followObject(newQuestion.id, token),
        followObject(t1, token),
        followObject(newQuestion.id, token),
        n % 2 === 0 ? unfollowObject(newQuestion.id, token) : setTags(['t1', 't2'], token),
        n % 3 === 0 ? unfollowObject(t1, token) : followObject(t1, token),
      ]),
    )
    await expectExactCounts()
  })
})

describe('PUT /follow/tags', () => {
  it('replaces the followed tags, resolves synonyms and ignores unknown tags', async () => {
    const ben = await aUser(site.ctx)
    await followObject(question.id, ben.token)
    await setTags(['t3', 'T1', 'roggen', 'rye', 'old', 'no-such-tag'], ben.token)
    expect(await listFollowed(ben.token)).toEqual(['rye', 't1', 't3'])
    await setTags(['t1', 't4'], ben.token)
    expect(await listFollowed(ben.token)).toEqual(['t1', 't4'])
    await setTags(['t1', 't4'], ben.token)
    await expectExactCounts()
    await setTags([], ben.token)
    expect(await listFollowed(ben.token)).toEqual([])
    expect((await unfollowObject(question.id, ben.token)).is_followed).toBe(false)
    await expectExactCounts()
  })

  it('stores one of several concurrent sets, never a mix', async () => {
    const ben = await aUser(site.ctx)
    const sets = [['t1', 't2', 't3'], ['t3', 't4', 't5'], ['t6'], ['t2', 't6']]
    for (let round = 0; round < 5; round++) {
      await Promise.all([...sets, ...sets].map((list) => setTags(list, ben.token)))
      expect(sets).toContainEqual(await listFollowed(ben.token))
    }
    await expectExactCounts()
  })

  it('allows at most a hundred tags, and none for visitors', async () => {
    const rejection = await rejectionOf(setTags(Array.from({ length: 101 }, (_, n) => `t${n}`)))
    expect(rejection).toMatchObject({ status: 400, data: [{ error_field: 'slug_name_list' }] })
    expect(await listFollowed()).toEqual([])
  })

  it('unfollows everything when the account is deleted', async () => {
    const ben = await aUser(site.ctx)
    await setTags(['t1', 't2'], ben.token)
    await followObject(question.id, ben.token)
    await site.as(ben.token).call(deleteAccount, { content: 'keep' })
    await expectExactCounts()
    const { rows } = await site.ctx.db.execute(sql`select 1 from follows where user_id = ${ben.id}`)
    expect(rows).toEqual([])
  })
})

describe('number of SQL statements', () => {
  const send = (method: 'GET' | 'PUT' | 'POST', url: string, token: string, payload?: object) =>
    site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload === undefined ? {} : { payload }),
    })

  it('does not depend on the number of tags', async () => {
    const ben = await aUser(site.ctx)
    const cost = async (slug_name_list: string[]) => {
      const written = await send('PUT', followTags.path, ben.token, { slug_name_list })
      const read = await send('GET', listFollowedTags.path, ben.token)
      return [written, read].map((response) => response.headers['x-sql-count'])
    }
    expect(await cost(['t1', 't2'])).toEqual(['12', '2'])
    await setTags([], ben.token)
    expect(await cost(['t1', 't2', 't3', 't4', 't5', 't6', 'rye'])).toEqual(['12', '2'])
    const one = await send('POST', follow.path, ben.token, { object_id: question.id })
    expect(one.headers['x-sql-count']).toBe('8')
  })
})
