import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { requiredScope } from '@stoa/contract/key-scopes'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { routes } from '../src/features.ts'

const all: Endpoint[] = Object.values(endpoints).flatMap((feature) => Object.values(feature))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('API contract', () => {
  it('has a route for every endpoint, and no other routes', () => {
    const mounted = routes.map(({ endpoint }) => nameOf(endpoint))
    expect(mounted.toSorted()).toEqual(all.map(nameOf).toSorted())
    expect(new Set(mounted).size).toBe(mounted.length)
  })

  it.each(Object.entries(endpoints))(
    'matches the reviewed access and rate limits of %s',
    async (feature, list) => {
      const lines = Object.values(list).map(toReviewedLine)
      await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot(`access/${feature}.txt`)
    },
  )

  it('has no reviewed access of a removed feature', () => {
    const files = readdirSync(join(import.meta.dirname, 'access'))
    expect(files.toSorted()).toEqual(
      Object.keys(endpoints)
        .map((feature) => `${feature}.txt`)
        .toSorted(),
    )
  })

  it('has at least one rate limit for every write', () => {
    const unlimited = all.filter(({ method, limits }) => method !== 'GET' && limits.length === 0)
    expect(unlimited.map(nameOf)).toEqual([])
  })
})

/** The second column is the least scope of an API key that may call it; `session`: no key may. */
function toReviewedLine(endpoint: Endpoint) {
  const challenge = endpoint.captcha === null ? [] : [`challenge ${endpoint.captcha}`]
  const silenced = endpoint.allowsSilenced ? ['also silenced users'] : []
  const center =
    endpoint.userCenter === null ? [] : [`left to a user center with ${endpoint.userCenter}`]
  const notes = [...endpoint.limits, ...challenge, ...silenced, ...center]
  const keys = requiredScope(endpoint) ?? 'session'
  const columns = [endpoint.access.padEnd(9), keys.padEnd(7), nameOf(endpoint)]
  return [...columns, ...notes].join('  ')
}
