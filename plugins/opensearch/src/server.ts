import type { SearchMatches } from '@stoa/plugin-kit/search'
import { definePlugin, Rejection } from '@stoa/plugin-kit/server'
import { sendChanges } from './changes.ts'
import { finishIndex, searchAlias, startIndex } from './indexes.ts'
import { readBody, readNodes, send } from './nodes.ts'
import { toSearchBody } from './query.ts'

type SearchResponse = {
  timed_out: boolean
  hits: { total: { value: number }; hits?: { _score?: number | null; fields: { id: [string] } }[] }
}

/** Less than the site waits: a plugin that is late too often is disabled, and a slow cluster is no fault of it. */
const findMs = 1300

export default definePlugin({
  search: {
    startIndex: async ({ generation }, kit) => await startIndex(kit, generation),
    change: async (changes, kit) => ({ missing: await sendChanges(kit, changes) }),
    finishIndex: async ({ generation }, kit) => await finishIndex(kit, generation),
    async find(request, kit): Promise<SearchMatches> {
      const path = `/${searchAlias(kit)}/_search?filter_path=timed_out,hits.total.value,hits.hits._score,hits.hits.fields.id`
      const body = JSON.stringify(toSearchBody(request))
      const found = readBody(
        await send(kit, { method: 'POST', path, body, timeoutMs: findMs }),
      ) as SearchResponse
      if (found.timed_out) throw new Rejection('The search took too long.')
      const { total, hits = [] } = found.hits
      const matches = hits.map(({ _score: score, fields }) => ({
        id: fields.id[0],
        score: score ?? 0,
      }))
      return { matches, hasMore: total.value > request.limit }
    },
  },
  actions: {
    async check(kit) {
      const root = readBody(await send(kit, { method: 'GET', path: '/' })) as {
        version?: { distribution?: string; number?: string }
      }
      const health = readBody(await send(kit, { method: 'GET', path: '/_cluster/health' })) as {
        status: string
        number_of_nodes: number
      }
      const { distribution = 'unknown', number = '' } = root.version ?? {}
      return `Connected to ${distribution} ${number}: ${health.number_of_nodes} nodes, status ${health.status}.`
    },
    async rebuild(kit) {
      await kit.rebuildSearch()
      return 'The index is being rebuilt in the background.'
    },
  },
  checkSettings({ nodes, prefix }) {
    const isUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
    const urls = readNodes(nodes)
    return {
      ...(urls.length > 0 && urls.every(isUrl) ? {} : { nodes: 'Enter one URL per line.' }),
      ...(/^[a-z][a-z0-9_-]{0,49}$/.test(String(prefix))
        ? {}
        : { prefix: 'Use lowercase letters, digits, dashes and underscores.' }),
    }
  },
})
