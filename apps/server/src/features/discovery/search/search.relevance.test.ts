import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { measureRelevance, writeCorpus } from './corpus/relevance.factory.ts'
import { indexAll } from './search.factory.ts'
import { postgresSearch } from './search.postgres.ts'

const reportOf = (engine: string) => `.test-results/search-relevance-${engine}.txt`

describe.each(['postgres', 'pglite'] as const)('search relevance on %s', (engine) => {
  let site: TestSite
  let nameOf: Map<string, string>

  beforeAll(async () => {
    site = await aSite({ engine })
    const ada = await aUser(site.ctx, { name: 'Ada' })
    nameOf = await writeCorpus(site.ctx, ada.id)
    await indexAll(site.ctx)
  })
  afterAll(() => site.close())

  it('finds 90% of the expected questions in the first ten results', async () => {
    const { search } = postgresSearch(site.ctx)
    const { recall, searches, summary, missing } = await measureRelevance(search, nameOf)
    mkdirSync('.test-results', { recursive: true })
    writeFileSync(reportOf(engine), [`${engine}: ${summary}`, ...missing, ''].join('\n'))
    expect(searches).toBeGreaterThanOrEqual(100)
    expect(recall, missing.join('\n')).toBeGreaterThanOrEqual(0.9)
  })
})
