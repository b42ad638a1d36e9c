import { search } from '@stoa/contract/features/search'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'
import { indexAll } from './search.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aPerson(site.ctx, { name: 'Ben' })
  await site.ctx.db.update(users).set({ points: 3000 })
})
afterAll(() => site.close())
// Not so fast that anything is limited.
beforeEach(() => site.advance(120_000))

const asAda = () => site.as(ada.token)

describe('the number of SQL statements', () => {
  async function statementsOf(path: string, query: Record<string, string>, token?: string) {
    const send = () =>
      site.app.inject({
        url: `/answer/api/v1/${path}`,
        query,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    site.advance(120_000)
    // A session that was long unused is written down anew the first time.
    await send()
    const response = await send()
    expect(response.json()).toMatchObject({ status: 200 })
    return Number(response.headers['x-sql-count'])
  }

  it('is the same for two hits and for fifty', async () => {
    const count = async () => ({
      found: await statementsOf('search', { q: 'tapir', size: '50' }),
      filtered: await statementsOf('search', { q: 'tapir [baking] user:ada', size: '50' }),
      little: await statementsOf('search', { q: 'tapir nothingelse', size: '50' }),
      suggest: await statementsOf('search/suggest', { q: 'tap' }),
      similar: await statementsOf('question/similar', { title: 'Tapir one' }, ben.token),
    })
    for (const n of [1, 2, 3]) await aQuestion(asAda(), { title: `Tapir ${n}` })
    await indexAll(site.ctx)
    const few = await count()
    expect(few).toEqual({ found: 4, filtered: 6, little: 6, suggest: 4, similar: 4 })
    for (const n of Array.from({ length: 50 }, (_, at) => at + 4)) {
      site.advance(120_000)
      await aQuestion(asAda(), { title: `Tapir ${n}` })
    }
    await indexAll(site.ctx)
    expect((await site.as().call(search, { q: 'tapir', size: 50 })).list).toHaveLength(50)
    expect(await count()).toEqual(few)
  })
})
