import type { BenchSite } from '../run/bench-site.ts'
import { uncached } from '../run/requests.ts'
import type { Scenario } from './scenario.ts'

// Uncached: a cached page costs the same whatever its content.
const list = (page: number) => [uncached({ path: `/questions?order=newest&page=${page}` })]
/** Page 5,000, or near the end of a smaller site. */
const deepPage = ({ questions }: BenchSite) => Math.min(5_000, Math.floor(questions / 25))

export const listFirst: Scenario = {
  name: 'list-1',
  requests: () => list(1),
  baselines: ['page'],
  hasLatency: true,
}

export const listDeep: Scenario = {
  name: 'list-5000',
  requests: (site) => list(deepPage(site)),
  baselines: ['page'],
  comparedTo: { name: 'list-1', requests: () => list(1) },
}

export const tagList: Scenario = {
  name: 'tag',
  requests: ({ tags }) => tags.map((tag) => uncached({ path: `/tags/${tag}` })),
  baselines: ['page'],
  hasLatency: true,
}

export const userProfile: Scenario = {
  name: 'user',
  requests: ({ usernames }) => usernames.map((name) => uncached({ path: `/users/${name}` })),
  baselines: ['page'],
}
