import { api, bearer } from '../run/bench-site.ts'
import type { Scenario } from './scenario.ts'

export const jsonObject: Scenario = {
  name: 'json-object',
  requests: ({ pages, members }) =>
    pages.flatMap(({ id }, n) => {
      const member = members[n % members.length]
      return member === undefined
        ? []
        : [{ path: api('/question/info', { id }), headers: bearer(member) }]
    }),
  baselines: ['sql'],
}

/** What open pages without a stream ask every three seconds. */
export const poll: Scenario = {
  name: 'poll',
  requests: ({ members }) =>
    members.slice(0, 20).map((member) => ({
      path: api('/notification/status'),
      headers: bearer(member),
    })),
  baselines: ['bytes'],
}

export const jsonList: Scenario = {
  name: 'json-list',
  requests: ({ members }) =>
    members.slice(0, 20).map((member) => ({
      path: api('/question/page', { order: 'newest' }),
      headers: bearer(member),
    })),
  baselines: ['sql'],
}
