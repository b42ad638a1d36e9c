import { cookie } from '../run/bench-site.ts'
import { uncached } from '../run/requests.ts'
import type { Scenario } from './scenario.ts'

export const questionCached: Scenario = {
  name: 'question-cached',
  requests: ({ pages }) =>
    pages.slice(0, 1).map(({ path }) => ({ path, headers: { 'accept-encoding': 'gzip' } })),
  baselines: ['nginx', 'bytes'],
  hasLatency: true,
}

/** Cached by nginx. */
export const questionNginx: Scenario = {
  ...questionCached,
  name: 'question-nginx',
  baselines: ['nginx'],
  isThroughNginx: true,
  hasLatency: false,
}

/** Rendered for a visitor. */
export const questionUncached: Scenario = {
  name: 'question-uncached',
  requests: ({ pages }) => pages.map(uncached),
  baselines: ['page'],
  hasLatency: true,
}

/** Pages for members are never cached. */
export const questionMember: Scenario = {
  name: 'question-member',
  requests: ({ pages, members }) =>
    pages.flatMap(({ path }, n) => {
      const member = members[n % members.length]
      return member === undefined ? [] : [{ path, headers: cookie(member) }]
    }),
  baselines: ['page'],
  hasLatency: true,
}
