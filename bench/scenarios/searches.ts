import { api, type BenchSite } from '../run/bench-site.ts'
import type { Scenario } from './scenario.ts'

const searching = (name: string, queries: (site: BenchSite) => string[]): Scenario => ({
  name: `search-${name}`,
  requests: (site) => queries(site).map((q) => ({ path: api('/search', { q }) })),
  twins: ['sql'],
  hasLatency: true,
})

export const searchCommon = searching('common', () => ['connection', 'javascript', 'setting'])
export const searchRare = searching('rare', ({ rareWords }) => rareWords)
export const searchPhrase = searching('phrase', () => [
  '"the connection is closed"',
  '"well hidden in the manual"',
])
export const searchTypo = searching('typo', () => ['javascirpt', 'postgers', 'kubernets'])
export const searchTwoTags = searching('two-tags', ({ tags }) =>
  tags.slice(1).map((tag) => `[${tags[0]}] [${tag}]`),
)
