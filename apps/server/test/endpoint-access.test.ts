import type { Access } from '@stoa/contract/access'
import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { users } from '../src/schema/users.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { installKeyEnv, installKeyHeaders } from './installer.ts'
import { aSite, type TestSite } from './site.ts'

const all: Endpoint[] = Object.values(endpoints).flatMap((feature) => Object.values(feature))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

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

    /** Of users that no call has changed. */
    const tokens = new Map<Kind, string>()

    async function tokenOf(kind: Kind) {
      if (kind === 'visitor') return null
      const token = tokens.get(kind) ?? (await createUser(kind))
      tokens.set(kind, token)
      return token
    }

    async function createUser(kind: Kind) {
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
      // May have ended sessions or changed users, also others than the caller.
      if (endpoint.changesState && response.statusCode < 400) tokens.clear()
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
