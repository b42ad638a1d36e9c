import type { BenchSite } from '../run/bench-site.ts'
import { unkept } from '../run/requests.ts'
import type { Scenario } from './scenario.ts'

// Made each time: a kept page costs the same whatever stands on it.
const list = (page: number) => [unkept({ path: `/questions?order=newest&page=${page}` })]
/** Page 5,000, or near the last one of a smaller site. */
const deepPage = ({ questions }: BenchSite) => Math.min(5_000, Math.floor(questions / 25))

export const listFirst: Scenario = {
  name: 'list-1',
  requests: () => list(1),
  twins: ['page'],
  hasLatency: true,
}

export const listDeep: Scenario = {
  name: 'list-5000',
  requests: (site) => list(deepPage(site)),
  twins: ['page'],
  beside: { name: 'list-1', requests: () => list(1) },
}

export const tagList: Scenario = {
  name: 'tag',
  requests: ({ tags }) => tags.map((tag) => unkept({ path: `/tags/${tag}` })),
  twins: ['page'],
  hasLatency: true,
}

export const person: Scenario = {
  name: 'person',
  requests: ({ people }) => people.map((name) => unkept({ path: `/users/${name}` })),
  twins: ['page'],
}
