import { listMyBookmarks, switchBookmark } from '@stoa/contract/features/bookmarks'
import { deleteAccount } from '@stoa/contract/features/profile-settings'
import { toShortId } from '@stoa/contract/ids'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { setDeleted } from '../shared/posts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
})
afterAll(() => site.close())

const setBookmark = (object_id: string, bookmark: boolean, token = ada.token) =>
  site.as(token).call(switchBookmark, { object_id, group_id: '0', bookmark })
const countOf = async (id: string) => {
  const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, id))
  return row?.bookmarkCount
}

describe('POST /collection/switch', () => {
  it('adds and removes a bookmark idempotently', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const ben = await aUser(site.ctx)
    for (const _ of [1, 2])
      expect(await setBookmark(toShortId(id), true)).toEqual({ object_collection_count: 1 })
    expect(await setBookmark(id, true, ben.token)).toEqual({ object_collection_count: 2 })
    for (const _ of [1, 2])
      expect(await setBookmark(id, false)).toEqual({ object_collection_count: 1 })
  })

  it('counts exactly under concurrent requests', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const members = await Promise.all(Array.from({ length: 15 }, () => aUser(site.ctx)))
    await Promise.all(
      members.flatMap(({ token }, n) => [
        setBookmark(id, true, token),
        setBookmark(id, true, token),
        setBookmark(id, n % 2 === 0, token),
      ]),
    )
    const { rows } = await site.ctx.db.execute<{ count: number }>(
      sql`select count(*)::int as count from bookmarks where question_id = ${id}`,
    )
    expect(await countOf(id)).toBe(rows[0]?.count)
  })

  it('rejects invisible and deleted questions', async () => {
    const ben = await aUser(site.ctx)
    const { id } = await aQuestion(site.as(ada.token))
    await setBookmark(id, true)
    await setDeleted(site.ctx, 'question', id, ada.id)
    await expectError(setBookmark(id, true), 'object.already_deleted')
    await expectError(setBookmark(id, true, ben.token), 'question.not_found')
    await expectError(setBookmark('10029999999999999', true), 'object.not_found')
    expect(await setBookmark(id, false)).toEqual({ object_collection_count: 0 })
  })

  it('bookmarks are deleted with the account', async () => {
    const ben = await aUser(site.ctx)
    const { id } = await aQuestion(site.as(ada.token))
    await setBookmark(id, true)
    await setBookmark(id, true, ben.token)
    await site.as(ben.token).call(deleteAccount, { content: 'keep' })
    expect(await countOf(id)).toBe(1)
  })
})

describe('GET /personal/collection/page', () => {
  it('lists own bookmarks of visible questions, newest first', async () => {
    const ben = await aUser(site.ctx)
    const ids: string[] = []
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = await aQuestion(site.as(ada.token), { title })
      await setBookmark(id, true, ben.token)
      site.advance(1000)
      ids.push(id)
    }
    await setDeleted(site.ctx, 'question', ids[1]!, ada.id)
    const page = await site.as(ben.token).call(listMyBookmarks, {})
    expect(page.count).toBe(2)
    expect(page.list).toMatchObject([
      { id: ids[2], title: 'Three', collection_count: 1, user_info: { username: 'ada' } },
      { id: ids[0], title: 'One', tags: [{ slug_name: 'baking' }] },
    ])
    const second = await site.as(ben.token).call(listMyBookmarks, { page: 2, page_size: 1 })
    expect(second.list.map(({ title }) => title)).toEqual(['One'])
  })

  it('takes the same number of statements for any page size', async () => {
    const ben = await aUser(site.ctx)
    for (let n = 0; n < 8; n++) {
      const { id } = await aQuestion(site.as(ada.token))
      await setBookmark(id, true, ben.token)
    }
    const cost = async (page_size: string) => {
      const response = await site.app.inject({
        url: listMyBookmarks.path,
        query: { page_size },
        headers: { authorization: `Bearer ${ben.token}` },
      })
      return [
        response.headers['x-sql-count'],
        response.json<{ data: { list: unknown[] } }>().data.list.length,
      ]
    }
    expect(await cost('2')).toEqual(['3', 2])
    expect(await cost('100')).toEqual(['3', 8])
  })
})
