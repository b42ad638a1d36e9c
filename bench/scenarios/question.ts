import { cookie } from '../run/bench-site.ts'
import { unkept } from '../run/requests.ts'
import type { Scenario } from './scenario.ts'

/** The same page for every visitor: what a cache is for. */
export const questionHot: Scenario = {
  name: 'question-hot',
  requests: ({ pages }) =>
    pages.slice(0, 1).map(({ path }) => ({ path, headers: { 'accept-encoding': 'gzip' } })),
  twins: ['nginx', 'bytes'],
  hasLatency: true,
}

/** The same through a page cache in front. */
export const questionTier: Scenario = {
  ...questionHot,
  name: 'question-tier',
  twins: ['nginx'],
  isThroughTier: true,
  hasLatency: false,
}

/** A page that a visitor gets made. */
export const questionCold: Scenario = {
  name: 'question-cold',
  requests: ({ pages }) => pages.map(unkept),
  twins: ['page'],
  hasLatency: true,
}

/** A page for one member: made anew each time, whatever caches there are. */
export const questionMember: Scenario = {
  name: 'question-member',
  requests: ({ pages, members }) =>
    pages.flatMap(({ path }, n) => {
      const member = members[n % members.length]
      return member === undefined ? [] : [{ path, headers: cookie(member) }]
    }),
  twins: ['page'],
  hasLatency: true,
}
