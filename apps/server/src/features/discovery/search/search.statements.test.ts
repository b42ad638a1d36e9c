import { search } from '@stoa/contract/features/search'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { indexAll } from './search.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  await site.db.update(users).set({ points: 3000 })
})
afterAll(() => site.close())
// Avoids rate limits.
beforeEach(() => site.advance(120_000))

const asAda = () => site.as(ada.token)

describe('SQL statements of search', () => {
  async function countStatements(path: string, query: Record<string, string>, token?: string) {
    const send = () =>
      site.app.inject({
        url: `/answer/api/v1/${path}`,
        query,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    site.advance(120_000)
    // The first request after a pause also updates the session.
    await send()
    const response = await send()
    expect(response.json()).toMatchObject({ status: 200 })
    return Number(response.headers['x-sql-count'])
  }

  it('do not increase with the number of hits', async () => {
    const countAll = async () => ({
      plain: await countStatements('search', { q: 'tapir', size: '50' }),
      filtered: await countStatements('search', { q: 'tapir [baking] user:ada', size: '50' }),
      partial: await countStatements('search', { q: 'tapir nothingelse', size: '50' }),
      suggest: await countStatements('search/suggest', { q: 'tap' }),
      similar: await countStatements('question/similar', { title: 'Tapir one' }, ben.token),
    })
    for (const n of [1, 2, 3]) await aQuestion(asAda(), { title: `Tapir ${n}` })
    await indexAll(site.ctx)
    const few = await countAll()
    expect(few).toEqual({ plain: 4, filtered: 6, partial: 6, suggest: 4, similar: 4 })
    for (const n of Array.from({ length: 50 }, (_, at) => at + 4)) {
      site.advance(120_000)
      await aQuestion(asAda(), { title: `Tapir ${n}` })
    }
    await indexAll(site.ctx)
    expect((await site.as().call(search, { q: 'tapir', size: 50 })).list).toHaveLength(50)
    expect(await countAll()).toEqual(few)
  })
})
