import { search } from '@stoa/contract/features/search'
import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { siteCaller } from '../../src/features/discovery/search/plugin-caller.ts'
import { sendChanges } from '../../src/features/discovery/search/plugin-changes.actions.ts'
import { refreshInSearch } from '../../src/features/discovery/search/search.actions.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { searchChanges, searchPlugins } from '../../src/schema/search.ts'
import { aSearchSite, type SearchSite } from './search-site.ts'

/** Accepts connections and never responds. */
async function aSilentServer() {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const request = {
  terms: [],
  match: 'all',
  type: null,
  userId: null,
  questionId: null,
  tagIds: [],
  excludedTagIds: [],
  createdSince: null,
  createdBefore: null,
  order: 'newest',
  limit: 10,
} as const

describe('search while OpenSearch does not respond', () => {
  let silent: Awaited<ReturnType<typeof aSilentServer>>
  let site: SearchSite
  let ids: string[]

  beforeAll(async () => {
    silent = await aSilentServer()
    site = await aSearchSite({ nodes: [silent.url] })
    // It has no index to delete at the end.
    site.node = ''
    const ada = await aUser(site.ctx, { name: 'Ada' })
    ids = []
    for (const n of [1, 2]) {
      site.advance(120_000)
      ids.push((await aQuestion(site.as(ada.token), { title: `Tapir ${n}` })).id)
    }
    await refreshInSearch(site.ctx, ids)
    await site.db.update(searchPlugins).set({ generation: 1, building: null })
  })
  afterAll(async () => {
    await site.close()
    silent.close()
  })
  beforeEach(() => {
    site.advance(120_000)
    const now = { until: 0, failures: 0 }
    Object.assign(site.ctx.searchPauses, { find: { ...now }, change: { ...now } })
  })

  const searchTapir = () => site.as().call(search, { q: 'tapir' })
  const calls = () => site.ctx.plugins.use('opensearch').calls

  it('is done by PostgreSQL, and says so', async () => {
    const found = await searchTapir()
    expect(found).toMatchObject({ is_degraded: true, count: 2 })
    expect(found.list.map(({ object }) => object.id).toSorted()).toEqual(ids.toSorted())
  })

  it('does not wait for it each time', async () => {
    await searchTapir()
    const before = { calls: calls(), connections: silent.connections() }
    for (let n = 0; n < 5; n++) expect(await searchTapir()).toMatchObject({ is_degraded: true })
    expect({ calls: calls(), connections: silent.connections() }).toEqual(before)
    // After a pause, one search tries again.
    site.ctx.searchPauses.find.until = 0
    await Promise.all(Array.from({ length: 5 }, searchTapir))
    expect(calls()).toBe(before.calls + 1)
  })

  it('does not make the plugin faulty', async () => {
    const find = async () =>
      await site.ctx.plugins.call('opensearch', 'findPosts', request, siteCaller(site.ctx))
    const results = await Promise.allSettled(Array.from({ length: 12 }, find))
    for (const result of results)
      expect(result).toMatchObject({ reason: { name: 'PluginRejection' } })
    expect(site.ctx.plugins.use('opensearch').failures).toBe(0)
    expect(site.ctx.plugins.find('opensearch')?.isEnabled).toBe(true)
  })

  it('keeps changes until they are taken', async () => {
    const read = async () =>
      (await site.ctx.primary.select().from(searchChanges)).map(({ objectId }) => objectId)
    expect((await read()).toSorted()).toEqual(ids.toSorted())
    await sendChanges(site.ctx)
    expect((await read()).toSorted()).toEqual(ids.toSorted())
    const rows = await site.ctx.primary.select().from(searchChanges)
    expect(rows.map(({ claimedUntil }) => claimedUntil)).toEqual([null, null])
    const before = calls()
    await sendChanges(site.ctx)
    expect(calls()).toBe(before)
  })
})
