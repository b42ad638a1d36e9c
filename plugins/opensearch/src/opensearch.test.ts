import type { SearchChanges, SearchDocument, SearchRequest } from '@stoa/plugin-kit/search'
import { type KitResponse, Rejection } from '@stoa/plugin-kit/server'
import { createTestKit, type TestKit } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

type Respond = (request: TestKit['sent'][number]) => Partial<KitResponse>
let lastCluster = 0

/** Each test has nodes of its own, because the plugin remembers which are down. */
function aKit(respond: Respond, settings: object = {}) {
  const cluster = ++lastCluster
  const nodes = [1, 2].map((n) => `https://node-${n}.cluster-${cluster}.example:9200`)
  return createTestKit({
    manifest,
    settings: { nodes: `${nodes.join('\n')}/\n\n`, ...settings },
    respond,
  })
}

const request: SearchRequest = {
  terms: [{ kind: 'word', text: 'tapir', isExcluded: false, isPrefix: false }],
  match: 'all',
  type: null,
  userId: null,
  questionId: null,
  tagIds: [],
  excludedTagIds: [],
  createdSince: null,
  createdBefore: null,
  order: 'relevance',
  limit: 2,
}
const found = (total: number) => ({
  body: JSON.stringify({
    timed_out: false,
    hits: {
      total: { value: total },
      ...(total === 0 ? {} : { hits: [{ _score: 1.5, fields: { id: ['7'] } }] }),
    },
  }),
})
const hostOf = ({ url }: { url: string }) => new URL(url).hostname.split('.')[0]

const find = async (kit: TestKit) => await plugin.search?.find(request, kit)
const change = async (kit: TestKit, changes: Partial<SearchChanges>) =>
  await plugin.search?.change({ generations: [3], put: [], remove: [], ...changes }, kit)

describe('nodes', () => {
  it('are asked in turns, with the password', async () => {
    const kit = aKit(() => found(3), { user: 'stoa', password: 'pä' })
    expect(await find(kit)).toEqual({ matches: [{ id: '7', score: 1.5 }], hasMore: true })
    expect(await find(kit)).toMatchObject({ hasMore: true })
    expect(new Set(kit.sent.map(hostOf))).toEqual(new Set(['node-1', 'node-2']))
    const expected = `Basic ${Buffer.from('stoa:pä').toString('base64')}`
    expect(kit.sent[0]?.headers['authorization']).toBe(expected)
    expect(kit.sent[0]?.url).toMatch(/:9200\/stoa\/_search\?/)
  })

  it.each([429, 502, 503, 504])('that respond with %d are left for others', async (status) => {
    const kit = aKit((sent) => (hostOf(sent) === 'node-1' ? { status } : found(0)))
    for (let n = 0; n < 4; n++) expect(await find(kit)).toEqual({ matches: [], hasMore: false })
    expect(kit.sent.filter((sent) => hostOf(sent) === 'node-1').length).toBeLessThanOrEqual(1)
  })

  it('that cannot be reached are left for others, and fail together without being a fault', async () => {
    let isDead = (name: string): boolean => name === 'node-2'
    const kit = aKit((sent) => {
      if (isDead(hostOf(sent) ?? '')) throw new Error('The request failed.')
      return found(0)
    })
    for (let n = 0; n < 3; n++) expect(await find(kit)).toMatchObject({ matches: [] })
    isDead = () => true
    await expect(find(kit)).rejects.toThrow(Rejection)
  })

  it.each([
    { status: 401, body: '{}' },
    { status: 404, body: '{"error":{"reason":"no such index [stoa]"}}' },
    { status: 200, body: '<html>' },
  ])('with a wrong response make the built-in search take over: %o', async (response) => {
    await expect(find(aKit(() => response))).rejects.toThrow(Rejection)
  })
})

const aDocument = (id: string, text = 'A text'): SearchDocument => ({
  id,
  version: 12,
  type: 'question',
  questionId: id,
  userId: '1',
  createdAt: 1000,
  title: 'A title',
  tags: ['red Red'],
  tagIds: ['3'],
  text,
})
const linesOf = ({ body }: { body: string }) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
const indexed = { body: '{"errors":false,"items":[]}' }
const failed = (status: number, type: string) => ({
  body: JSON.stringify({
    errors: true,
    items: [{ index: { status, error: { type, reason: `a ${type}` } } }],
  }),
})

describe('changes', () => {
  it('go to all generations, with their versions', async () => {
    const kit = aKit(() => indexed)
    const changes = { put: [aDocument('1')], remove: [{ id: '2', version: 13 }] }
    expect(await change(kit, { generations: [3, 4], ...changes })).toEqual({ missing: [] })
    expect(kit.sent.map(({ url }) => new URL(url).pathname)).toEqual([
      '/stoa-3-write/_bulk',
      '/stoa-4-write/_bulk',
    ])
    const { version, ...document } = aDocument('1')
    expect(linesOf(kit.sent[0] ?? { body: '' })).toEqual([
      { index: { _id: '1', version, version_type: 'external' } },
      document,
      { delete: { _id: '2', version: 13, version_type: 'external' } },
    ])
  })

  it('are sent in parts that fit into a message', async () => {
    const kit = aKit(() => indexed)
    await change(kit, { put: ['1', '2', '3'].map((id) => aDocument(id, '"'.repeat(150_000))) })
    expect(kit.sent.map((sent) => linesOf(sent).length)).toEqual([4, 2])
  })

  it('that are older than the index, or removed twice, are done', async () => {
    for (const [status, type] of [
      [409, 'version_conflict_engine_exception'],
      [400, 'mapper_parsing_exception'],
    ] as const) {
      const kit = aKit(() => failed(status, type))
      expect(await change(kit, { put: [aDocument('1')] })).toEqual({ missing: [] })
      expect(kit.logged).toHaveLength(status === 400 ? 1 : 0)
    }
    const gone = { body: '{"errors":false,"items":[{"delete":{"status":404}}]}' }
    expect(
      await change(
        aKit(() => gone),
        { put: [aDocument('1')] },
      ),
    ).toEqual({ missing: [] })
  })

  it('are sent again later when the disk is full or the cluster is busy', async () => {
    for (const [status, type] of [
      [403, 'cluster_block_exception'],
      [429, 'rejected_execution_exception'],
      [503, 'unavailable_shards_exception'],
    ] as const)
      await expect(
        change(
          aKit(() => failed(status, type)),
          { put: [aDocument('1')] },
        ),
      ).rejects.toThrow(`a ${type}`)
  })

  it('say which index is missing', async () => {
    const kit = aKit((sent) =>
      sent.url.includes('stoa-3') ? failed(404, 'index_not_found_exception') : indexed,
    )
    expect(await change(kit, { generations: [3, 4], put: [aDocument('1')] })).toEqual({
      missing: [3],
    })
  })
})

describe('settings', () => {
  it.each([
    [{ nodes: 'https://a.example:9200\nhttp://10.0.0.1:9200', prefix: 'stoa' }, []],
    [{ nodes: 'search.example', prefix: 'stoa' }, ['nodes']],
    [{ nodes: 'ftp://a.example', prefix: 'stoa' }, ['nodes']],
    [{ nodes: 'https://a.example', prefix: '*' }, ['prefix']],
    [{ nodes: 'https://a.example', prefix: 'A/b' }, ['prefix']],
  ])('%o have problems in %o', async (settings, fields) => {
    const problems = await plugin.checkSettings?.(
      settings,
      aKit(() => ({})),
    )
    expect(Object.keys(problems ?? {})).toEqual(fields)
  })

  it('have buttons', async () => {
    const kit = aKit(({ url }) => ({
      body: url.endsWith('/')
        ? '{"version":{"distribution":"opensearch","number":"3.8.0"}}'
        : '{"status":"green","number_of_nodes":3}',
    }))
    expect(await plugin.actions?.['check']?.(kit)).toBe(
      'Connected to opensearch 3.8.0: 3 nodes, status green.',
    )
    await plugin.actions?.['rebuild']?.(kit)
    expect(kit.calls).toEqual(['rebuildSearch'])
  })
})
