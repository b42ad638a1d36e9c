import {
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
} from '@stoa/contract/features/saved-searches'
import { limits } from '@stoa/contract/limits'
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile-settings'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { savedSearches } from '../../../schema/saved-searches.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aSavedSearch } from './saved-searches.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
})
afterAll(() => site.close())

describe('GET /saved-searches', () => {
  it('lists own saved searches only, newest first', async () => {
    const first = await aSavedSearch(site.as(ada.token), '[css] first')
    const second = await aSavedSearch(site.as(ada.token), 'second')
    expect(await site.as(ada.token).call(listSavedSearches, {})).toEqual([second, first])
    expect(first).toMatchObject({ q: '[css] first', order: 'relevance' })
    expect(await site.as(ben.token).call(listSavedSearches, {})).toEqual([])
  })
})

describe('DELETE /saved-searches', () => {
  it('removes a saved search of the caller only', async () => {
    const { id } = await aSavedSearch(site.as(ben.token))
    await expectError(site.as(ada.token).call(removeSavedSearch, { id }), 'auth.forbidden')
    await site.as(ben.token).call(removeSavedSearch, { id })
    await expectError(site.as(ben.token).call(removeSavedSearch, { id }), 'base.not_found')
  })
})

describe('POST /saved-searches', () => {
  it('saves a search once for each order', async () => {
    const cara = site.as((await aUser(site.ctx)).token)
    const first = await aSavedSearch(cara, 'index')
    expect(await aSavedSearch(cara, ' index ')).toEqual(first)
    await cara.call(saveSearch, { q: 'index', order: 'newest' })
    expect(await cara.call(listSavedSearches, {})).toHaveLength(2)
  })

  it('rejects more than fifty, also at once', async () => {
    const dan = await aUser(site.ctx)
    await site.db.insert(savedSearches).values(
      Array.from({ length: limits.savedSearches.perUser - 1 }, (_, n) => ({
        userId: dan.id,
        query: `word ${n}`,
        order: 'relevance' as const,
        createdAt: new Date(),
      })),
    )
    const saves = ['one', 'two', 'three'].map((q) => aSavedSearch(site.as(dan.token), q))
    const results = await Promise.allSettled(saves)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectError(aSavedSearch(site.as(dan.token), 'four'), 'saved_search.too_many')
    expect(await site.as(dan.token).call(listSavedSearches, {})).toHaveLength(50)
  })

  it('requires a login', async () => {
    await expectError(aSavedSearch(site.as()), 'auth.required')
  })
})

describe('an account with saved searches', () => {
  it('exports them, and deletes them with the account', async () => {
    const eve = await aUser(site.ctx)
    await aSavedSearch(site.as(eve.token), 'mine')
    const data = await site.as(eve.token).call(exportMyData, {})
    expect(data).toMatchObject({ savedSearches: [{ query: 'mine', order: 'relevance' }] })
    await site.as(eve.token).call(deleteAccount, { content: 'keep' })
    const rows = await site.ctx.db
      .select()
      .from(savedSearches)
      .where(eq(savedSearches.userId, eve.id))
    expect(rows).toEqual([])
  })
})
