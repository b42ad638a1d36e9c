import { parseSearchQuery } from '@stoa/contract/search-query'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startNodes } from '../../../../scripts/servers/opensearch-nodes.ts'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { searchPosts } from '../../src/features/discovery/search/plugin-hits.ts'
import { refreshInSearch } from '../../src/features/discovery/search/search.actions.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import {
  aSearchSite,
  completeBuild,
  nodeUrls,
  readIndexed,
  sendAll,
  type SearchSite,
  untilNotDegraded,
} from './search-site.ts'

const startMs = 25 * 60_000
const caller = { locale: 'en_US', ip: '127.0.0.1' } as const

describe.skipIf(nodeUrls.length === 0)('a cluster of three nodes', () => {
  let cluster: Cluster
  let site: SearchSite
  let token: string
  const written: string[] = []

  beforeAll(async () => {
    cluster = await startNodes(3)
    site = await aSearchSite({ nodes: cluster.urls })
    ;({ token } = await aUser(site.ctx, { name: 'Ada' }))
    for (let n = 0; n < 5; n++) await write()
    await completeBuild(site.ctx)
    await fetch(`${site.node}/_cluster/health?wait_for_status=green&timeout=10m`)
  }, startMs)
  afterAll(async () => {
    await site?.close()
    await cluster?.stop()
  }, startMs)

  async function write() {
    site.advance(120_000)
    const { id } = await aQuestion(site.as(token), { title: `Tapir ${written.length}` })
    await refreshInSearch(site.ctx, [id])
    written.push(id)
  }

  async function find() {
    const options = { order: 'newest', page: 1, size: 50, actor: null, caller } as const
    return await searchPosts(site.ctx, parseSearchQuery('tapir'), options)
  }

  it('answers every search while a node is killed, and takes changes afterwards', async () => {
    await untilNotDegraded(site.ctx, find)
    let isKilled = false
    const results: { count: number; isDegraded: boolean }[] = []
    const searching = Array.from({ length: 4 }, async () => {
      for (let left = 25; left > 0; left -= isKilled ? 1 : 0) {
        results.push(await find())
        site.ctx.searchPauses.find.until = 0
      }
    })
    const [node] = cluster.nodes
    node?.process.kill('SIGKILL')
    await once(node?.process ?? process, 'exit')
    isKilled = true
    await Promise.all(searching)
    const degraded = results.filter(({ isDegraded }) => isDegraded).length
    console.info(`${results.length} searches around the kill, ${degraded} of them by PostgreSQL`)
    expect(results.filter(({ count }) => count !== 5)).toEqual([])
    await write()
    site.node = cluster.urls[1] ?? ''
    await sendAll(site)
    expect((await readIndexed(site)).map(({ id }) => id).toSorted()).toEqual(written.toSorted())
    expect(await untilNotDegraded(site.ctx, find)).toMatchObject({ count: 6 })
  })
})
