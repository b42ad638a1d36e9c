import { api, type BenchSite } from '../run/bench-site.ts'
import type { Scenario } from './scenario.ts'

const createSearchScenario = (name: string, queries: (site: BenchSite) => string[]): Scenario => ({
  name: `search-${name}`,
  requests: (site) => queries(site).map((q) => ({ path: api('/search', { q }) })),
  baselines: ['sql'],
  hasLatency: true,
})

export const searchCommon = createSearchScenario('common', () => [
  'connection',
  'javascript',
  'setting',
])
export const searchRare = createSearchScenario('rare', ({ rareWords }) => rareWords)
export const searchPhrase = createSearchScenario('phrase', () => [
  '"the connection is closed"',
  '"well hidden in the manual"',
])
export const searchTypo = createSearchScenario('typo', () => [
  'javascirpt',
  'postgers',
  'kubernets',
])
export const searchTwoTags = createSearchScenario('two-tags', ({ tags }) =>
  tags.slice(1).map((tag) => `[${tags[0]}] [${tag}]`),
)
