import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { packPlugin } from '../../../../scripts/build/plugins.ts'
import { rootDir } from '../../../../scripts/services/ports.ts'
import { setEnabled } from '../../src/features/admin/plugins/plugins.actions.ts'
import { aPlugin } from '../../src/features/admin/plugins/plugins.factory.ts'
import { sendChanges } from '../../src/features/discovery/search/plugin-changes.actions.ts'
import { buildIndex } from '../../src/features/discovery/search/plugin-rebuild.actions.ts'
import { readIndexes } from '../../src/features/discovery/search/plugin-search.ts'
import type { Context } from '../../src/kernel/context.ts'
import { transact } from '../../src/kernel/transact.ts'
import { plugins } from '../../src/schema/plugins.ts'
import { searchChanges } from '../../src/schema/search.ts'
import { waitForJobs } from '../jobs.ts'
import { aSite, type TestSite } from '../site.ts'

/** URLs of the nodes of a running cluster, separated by commas. Tests with OpenSearch are skipped without. */
export const nodeUrls = process.env['STOA_TEST_OPENSEARCH_URL']?.split(',') ?? []

export type SearchSite = TestSite & { prefix: string; node: string }

type Options = Parameters<typeof aSite>[0] & { nodes?: readonly string[]; isEnabled?: boolean }

/** A site with the plugin, which has an index of its own. */
export async function aSearchSite({
  nodes = nodeUrls,
  isEnabled = true,
  ...options
}: Options = {}) {
  const site = await aSite(options)
  const prefix = `test-${randomBytes(6).toString('hex')}`
  await aPlugin(site.ctx, await packPlugin(join(rootDir, 'plugins/opensearch')), {
    isEnabled: false,
  })
  await site.db
    .update(plugins)
    .set({ settings: { nodes: nodes.join('\n'), prefix } })
    .where(eq(plugins.slug, 'opensearch'))
  const searchSite: SearchSite = {
    ...site,
    prefix,
    node: nodeUrls.length === 0 ? '' : (nodes[0] ?? ''),
    async close() {
      await site.close()
      if (searchSite.node !== '')
        await fetch(`${searchSite.node}/${prefix}-*`, { method: 'DELETE' })
    },
  }
  if (isEnabled) await enable(searchSite)
  return searchSite
}

export async function enable({ ctx }: TestSite) {
  await ctx.plugins.reload()
  await transact(ctx, (tx) => setEnabled(tx, { slug: 'opensearch', enabled: true }, null))
}

/** Builds the index now instead of by a job. */
export async function completeBuild(ctx: Context) {
  const { building = null } = (await readIndexes(ctx.primary)) ?? {}
  if (building === null) throw new Error('no index is being built')
  await buildIndex(ctx, { generation: building })
}

/** Changes are searchable after it, as they are a second later. */
export async function refresh({ node, prefix }: SearchSite) {
  await fetch(`${node}/${prefix}/_refresh`, { method: 'POST' })
}

const maxAttempts = 30

/** A cold node on a busy machine may be too slow for the first searches. */
export async function untilNotDegraded<T>(ctx: Context, work: () => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    ctx.searchPauses.find.until = 0
    const result = await work()
    if (!isDegraded(result)) return result
    if (attempt === maxAttempts) throw new Error('OpenSearch did not respond')
  }
}

function isDegraded(result: unknown) {
  const { isDegraded: own, is_degraded: sent } = result as Record<string, unknown>
  return own === true || sent === true
}

type Indexed = { id: string; title: string; text: string }

/** All documents of the index that is searched. */
export async function readIndexed({ node, prefix }: SearchSite): Promise<Indexed[]> {
  const response = await fetch(`${node}/${prefix}/_search?size=1000`)
  const { hits } = (await response.json()) as { hits: { hits: { _source: Indexed }[] } }
  return hits.hits.map(({ _source: source }) => source)
}

export async function waitFor(condition: () => Promise<boolean>) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Everything has been indexed by jobs and is searchable. */
export async function settle(site: SearchSite) {
  await waitForJobs(site.ctx)
  await sendAll(site)
}

/** Everything has been sent to the plugin and is searchable. */
export async function sendAll(site: SearchSite) {
  await waitFor(async () => {
    site.ctx.searchPauses.change.until = 0
    await sendChanges(site.ctx)
    return (await site.ctx.primary.select().from(searchChanges)).length === 0
  })
  await refresh(site)
}

/** Waits until a job has built the index. */
export async function waitForIndex({ ctx }: SearchSite) {
  await waitFor(async () => {
    const indexes = await readIndexes(ctx.primary)
    return indexes !== null && indexes.generation !== null && indexes.building === null
  })
}
