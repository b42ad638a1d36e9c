import { api, type BenchSite } from '../run/bench-site.ts'
import type { Scenario } from './scenario.ts'

const createSearchScenario = (name: string, queries: (site: BenchSite) => string[]): Scenario => ({
  name,
  requests: (site) => queries(site).map((q) => ({ path: api('/search', { q }) })),
  baselines: ['sql'],
  hasLatency: true,
})

export const searchCommon = createSearchScenario('search-common', () => [
  'connection',
  'javascript',
  'setting',
])
export const searchRare = createSearchScenario('search-rare', ({ rareWords }) => rareWords)
export const searchPhrase = createSearchScenario('search-phrase', () => [
  '"the connection is closed"',
  '"well hidden in the manual"',
])
export const searchTypo = createSearchScenario('search-typo', () => [
  'javascirpt',
  'postgers',
  'kubernets',
])
export const searchTwoTags = createSearchScenario('search-two-tags', ({ tags }) =>
  tags.slice(1).map((tag) => `[${tags[0]}] [${tag}]`),
)
export const searchTagAndWord = createSearchScenario('search-tag-word', ({ tags }) =>
  tags.map((tag) => `[${tag}] connection`),
)

export const searchSuggestions: Scenario = {
  name: 'search-suggestions',
  requests: () =>
    ['conn', 'setting', 'the con'].map((q) => ({ path: api('/search/suggest', { q }) })),
  baselines: ['sql'],
  hasLatency: true,
}
