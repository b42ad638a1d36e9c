import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  measureRelevance,
  writeCorpus,
} from '../../src/features/discovery/search/corpus/relevance.factory.ts'
import { searchPosts } from '../../src/features/discovery/search/plugin-hits.ts'
import { indexAll } from '../../src/features/discovery/search/search.factory.ts'
import { postgresSearch } from '../../src/features/discovery/search/search.postgres.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import {
  aSearchSite,
  completeBuild,
  nodeUrls,
  type SearchSite,
  untilNotDegraded,
} from './search-site.ts'

const caller = { locale: 'en_US', ip: '127.0.0.1' } as const

describe.skipIf(nodeUrls.length === 0)('search relevance on OpenSearch', () => {
  let site: SearchSite
  let nameOf: Map<string, string>

  beforeAll(async () => {
    site = await aSearchSite()
    const ada = await aUser(site.ctx, { name: 'Ada' })
    nameOf = await writeCorpus(site.ctx, ada.id)
    await indexAll(site.ctx)
    await completeBuild(site.ctx)
  })
  afterAll(() => site.close())

  it('is at least that of the built-in search', async () => {
    const builtIn = await measureRelevance(postgresSearch(site.ctx).search, nameOf)
    const found = await measureRelevance(
      (query, options) =>
        untilNotDegraded(site.ctx, () => searchPosts(site.ctx, query, { ...options, caller })),
      nameOf,
    )
    mkdirSync('.test-results', { recursive: true })
    writeFileSync(
      '.test-results/search-relevance-opensearch.txt',
      [`opensearch: ${found.summary}`, ...found.missing, `postgres: ${builtIn.summary}`, ''].join(
        '\n',
      ),
    )
    expect(found.recall, found.missing.join('\n')).toBeGreaterThanOrEqual(builtIn.recall)
    expect(found.reciprocalRank).toBeGreaterThanOrEqual(builtIn.reciprocalRank)
  })
})
