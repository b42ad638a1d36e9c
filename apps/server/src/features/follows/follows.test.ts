import { follow, followTags, listFollowedTags } from '@stoa/contract/features/follows'
import { deleteAccount } from '@stoa/contract/features/profile'
import { toShortId } from '@stoa/contract/ids'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { setDeleted } from '../posts/posts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { tags } from '../posts/tags.table.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let question: { id: string }

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  for (const list of [
    ['t1', 't2', 't3', 't4', 't5'],
    ['t6', 'rye', 'roggen', 'old'],
  ])
    question = await aQuestion(site.as(ada.token), { tags: list })
  const [rye] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, 'rye'))
  await site.ctx.db.update(tags).set({ mainTagId: rye!.id }).where(eq(tags.slugName, 'roggen'))
  await site.ctx.db.update(tags).set({ isDeleted: true }).where(eq(tags.slugName, 'old'))
})
afterAll(() => site.close())

const on = (object_id: string, token = ada.token) => site.as(token).call(follow, { object_id })
const off = (object_id: string, token = ada.token) =>
  site.as(token).call(follow, { object_id, is_cancel: true })
const setTags = (slug_name_list: string[], token = ada.token) =>
  site.as(token).call(followTags, { slug_name_list })
const followed = async (token?: string) =>
  (await site.as(token).call(listFollowedTags, {})).map((tag) => tag.slug_name)
const tagId = async (slug: string) => {
  const [row] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, slug))
  return row!.id
}

/** Every count against the rows it stands for. */
async function expectExactCounts() {
  const { rows } = await site.ctx.db.execute(sql`
    select id from (select id, follow_count from questions union all select id, follow_count from tags) o
    where follow_count <> (select count(*) from follows where object_id = o.id)`)
  expect(rows).toEqual([])
}

describe('following', () => {
  it('a question is done and undone once, however often it is asked for', async () => {
    for (const _ of [1, 2])
      expect(await on(toShortId(question.id))).toEqual({ follows: 1, is_followed: true })
    expect((await on(question.id, (await aPerson(site.ctx)).token)).follows).toBe(2)
    for (const _ of [1, 2])
      expect(await off(question.id)).toEqual({ follows: 1, is_followed: false })
    await expectExactCounts()
  })

  it('a synonym means its tag', async () => {
    const ben = await aPerson(site.ctx)
    expect(await on(await tagId('roggen'), ben.token)).toEqual({ follows: 1, is_followed: true })
    expect(await followed(ben.token)).toEqual(['rye'])
    expect(await off(await tagId('rye'), ben.token)).toEqual({ follows: 0, is_followed: false })
    await expectExactCounts()
  })

  it('is refused for what is deleted, hidden or nothing to follow', async () => {
    const ben = await aPerson(site.ctx)
    const asked = await aQuestion(site.as(ada.token))
    await on(asked.id, ben.token)
    await on(asked.id)
    await setDeleted(site.ctx, 'question', asked.id, ada.id)
    await expectError(on(asked.id), 'object.already_deleted')
    expect(await off(asked.id)).toEqual({ follows: 1, is_followed: false })
    await expectError(on(asked.id, ben.token), 'question.not_found')
    await expectError(on(await tagId('old')), 'tag.not_found')
    await expectError(on('10039999999999999'), 'tag.not_found')
    await expectError(on('10029999999999999'), 'object.not_found')
  })

  it('counts exactly when many do it at once', async () => {
    const people = await Promise.all(Array.from({ length: 15 }, () => aPerson(site.ctx)))
    const [asked, t1] = [await aQuestion(site.as(ada.token)), await tagId('t1')]
    await Promise.all(
      people.flatMap(({ token }, n) => [
        on(asked.id, token),
        on(t1, token),
        on(asked.id, token),
        n % 2 === 0 ? off(asked.id, token) : setTags(['t1', 't2'], token),
        n % 3 === 0 ? off(t1, token) : on(t1, token),
      ]),
    )
    await expectExactCounts()
  })
})

describe('the tags one follows', () => {
  it('are exactly those named, synonyms as their tag, unknown ones passed over', async () => {
    const ben = await aPerson(site.ctx)
    await on(question.id, ben.token)
    await setTags(['t3', 'T1', 'roggen', 'rye', 'old', 'no-such-tag'], ben.token)
    expect(await followed(ben.token)).toEqual(['rye', 't1', 't3'])
    await setTags(['t1', 't4'], ben.token)
    expect(await followed(ben.token)).toEqual(['t1', 't4'])
    await setTags(['t1', 't4'], ben.token)
    await expectExactCounts()
    await setTags([], ben.token)
    expect(await followed(ben.token)).toEqual([])
    expect((await off(question.id, ben.token)).is_followed).toBe(false)
    await expectExactCounts()
  })

  it('are one of the sets when several are sent at once, never a mix', async () => {
    const ben = await aPerson(site.ctx)
    const sets = [['t1', 't2', 't3'], ['t3', 't4', 't5'], ['t6'], ['t2', 't6']]
    for (let round = 0; round < 5; round++) {
      await Promise.all([...sets, ...sets].map((list) => setTags(list, ben.token)))
      expect(sets).toContainEqual(await followed(ben.token))
    }
    await expectExactCounts()
  })

  it('are at most a hundred, and none for a visitor', async () => {
    const refused = await refusalOf(setTags(Array.from({ length: 101 }, (_, n) => `t${n}`)))
    expect(refused).toMatchObject({ status: 400, data: [{ error_field: 'slug_name_list' }] })
    expect(await followed()).toEqual([])
  })

  it('are let go when the person leaves', async () => {
    const ben = await aPerson(site.ctx)
    await setTags(['t1', 't2'], ben.token)
    await on(question.id, ben.token)
    await site.as(ben.token).call(deleteAccount, { content: 'keep' })
    await expectExactCounts()
    const { rows } = await site.ctx.db.execute(sql`select 1 from follows where user_id = ${ben.id}`)
    expect(rows).toEqual([])
  })
})

describe('the statements', () => {
  const send = (method: 'GET' | 'PUT' | 'POST', url: string, token: string, payload?: object) =>
    site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload === undefined ? {} : { payload }),
    })

  it('are as many for two tags as for all', async () => {
    const ben = await aPerson(site.ctx)
    const cost = async (slug_name_list: string[]) => {
      const written = await send('PUT', followTags.path, ben.token, { slug_name_list })
      const read = await send('GET', listFollowedTags.path, ben.token)
      return [written, read].map((response) => response.headers['x-sql-count'])
    }
    expect(await cost(['t1', 't2'])).toEqual(['10', '2'])
    await setTags([], ben.token)
    expect(await cost(['t1', 't2', 't3', 't4', 't5', 't6', 'rye'])).toEqual(['10', '2'])
    const one = await send('POST', follow.path, ben.token, { object_id: question.id })
    expect(one.headers['x-sql-count']).toBe('7')
  })
})
