import type { Access } from '@stoa/contract/access'
import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { requiredScope } from '@stoa/contract/key-scopes'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { users } from '../src/schema/users.ts'
import { routes } from '../src/features.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { installKeyEnv, installKeyHeaders } from './installer.ts'
import { aSite, type TestSite } from './site.ts'

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
  const notes = [...endpoint.limits, ...challenge, ...silenced]
  const keys = requiredScope(endpoint) ?? 'session'
  const columns = [endpoint.access.padEnd(9), keys.padEnd(7), nameOf(endpoint)]
  return [...columns, ...notes].join('  ')
}

const kinds = ['visitor', 'inactive', 'suspended', 'member', 'moderator', 'admin'] as const
type Kind = (typeof kinds)[number]
type SiteKind = 'open' | 'private' | 'not installed'

const members: Kind[] = ['member', 'moderator', 'admin']
const withSession = kinds.filter((kind) => kind !== 'visitor')

/** Written out by hand, so that it is independent of the code under test. */
const admitted: Record<Access, Record<SiteKind, readonly Kind[]>> = {
  open: { open: kinds, private: kinds, 'not installed': [] },
  public: { open: kinds, private: members, 'not installed': [] },
  'any-user': { open: withSession, private: withSession, 'not installed': [] },
  member: { open: members, private: members, 'not installed': [] },
  moderator: { open: ['moderator', 'admin'], private: ['moderator', 'admin'], 'not installed': [] },
  admin: { open: ['admin'], private: ['admin'], 'not installed': [] },
  install: { open: [], private: [], 'not installed': kinds },
}

describe.each(['open', 'private', 'not installed'] as const)(
  'access on a site that is %s',
  (siteKind) => {
    let site: TestSite
    beforeAll(async () => {
      site = await aSite({ env: installKeyEnv, isInstalled: siteKind !== 'not installed' })
      if (siteKind === 'private')
        await transact(site.ctx, (tx) =>
          changeSettings(tx, loginSettings, { login_required: true }),
        )
    })
    afterAll(() => site.close())

    async function tokenOf(kind: Kind) {
      if (kind === 'visitor') return null
      const role = kind === 'moderator' || kind === 'admin' ? kind : 'user'
      const user = await aUser(site.ctx, { role, isActivated: kind !== 'inactive' })
      if (kind === 'suspended')
        await site.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id))
      return user.token
    }

    /** Input is validated after access, so an empty body shows whether access was granted. */
    async function isAdmitted(endpoint: Endpoint, kind: Kind) {
      const token = await tokenOf(kind)
      const response = await site.app.inject({
        method: endpoint.method,
        url: endpoint.path,
        headers: {
          ...installKeyHeaders,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(endpoint.method === 'GET' ? {} : { payload: {} }),
      })
      const { reason } = response.json<{ reason: string }>()
      expect(response.statusCode).not.toBe(500)
      expect(reason).not.toBe('base.not_found')
      return !/^error\.(auth|install)\./.test(reason)
    }

    it.each(all.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
      '%s admits exactly the expected kinds of users',
      async (_name, endpoint) => {
        const allowed: Kind[] = []
        for (const kind of kinds) if (await isAdmitted(endpoint, kind)) allowed.push(kind)
        expect(allowed).toEqual(admitted[endpoint.access][siteKind])
      },
    )
  },
)
