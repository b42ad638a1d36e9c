import { type Client, createClient } from '@stoa/contract/client'
import { finishConnector, startConnector } from '@stoa/contract/features/connectors'
import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { randomBytes } from 'node:crypto'
import { vi } from 'vitest'
import { aPlugin } from '../src/features/admin/plugins/plugins.factory.ts'
import { callFromNewIp } from './accounts.ts'
import { aPackage, visitor } from './plugins.ts'
import type { TestSite } from './site.ts'

type Options = {
  slug: string
  type?: 'redirect' | 'form'
  label?: string
  setsRoles?: boolean
  manifest?: Record<string, unknown>
  connector?: Record<string, unknown>
  userCenter?: Record<string, unknown>
}

/** A service that says what the test wants: `finish` gets the user as a parameter, `check` makes one of the username. */
const server = `
import { Rejection } from '@stoa/plugin-kit/server'
function answer(text) {
  if (text === 'deny') throw new Rejection('Only employees can log in.')
  if (text === 'fail') throw new Error('secret detail')
  return JSON.parse(text)
}
export default { connector: {
  start({ callbackUrl, state }) {
    const query = new URLSearchParams({ redirect_uri: callbackUrl, state })
    return { url: 'https://service.example/authorize?' + query, memory: { nonce: 'remembered ' + state } }
  },
  finish({ parameters, memory, state, method, callbackUrl }) {
    if (memory.nonce !== 'remembered ' + state) throw new Error('wrong memory')
    if (!callbackUrl.endsWith('/answer/api/v1/connector/redirect/' + parameters.slug)) throw new Error('wrong callback')
    const { username, ...user } = answer(parameters.user)
    return { ...user, username: parameters.shows === 'method' ? method : username }
  },
  check({ username: id, password }) {
    if (id === 'deny') answer(id)
    if (password !== 'open sesame') return null
    return { id, displayName: 'Member ' + id, username: id, email: id + '@example.org', isEmailVerified: true, role: null }
  },
}, userCenter: {
  branding({ username, externalId }) {
    if (externalId === 'broken') throw new Error('no profile')
    return [{ icon: 'logo.svg', name: 'team', label: 'Team of ' + username, url: 'https://service.example/' + externalId }]
  },
} }`

/** Installed and started. */
export async function aConnector(site: TestSite, options: Options) {
  const { slug, type = 'redirect', label = 'Service', setsRoles = false, connector = {} } = options
  const archive = aPackage({
    slug,
    server,
    provides: {
      connector: { label, type, ...connector },
      ...(options.userCenter === undefined ? {} : { userCenter: options.userCenter }),
    },
    manifest: {
      kinds: options.userCenter === undefined ? ['connector'] : ['connector', 'user-center'],
      permissions: { roles: setsRoles },
      ...options.manifest,
    },
    files: { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  })
  await aPlugin(site.ctx, archive)
  await untilStarted(site, slug, type)
  return slug
}

/** The first call starts a process, which may be late on a busy machine. */
async function untilStarted({ ctx }: TestSite, slug: string, type: 'redirect' | 'form') {
  const call = async () => {
    if (type === 'form') {
      const credentials = { username: '', password: '' }
      await ctx.plugins.call(slug, 'checkCredentials', credentials, visitor)
    } else await ctx.plugins.call(slug, 'startSignIn', { callbackUrl: '', state: '' }, visitor)
  }
  await vi.waitFor(call, { timeout: 60_000 })
}

export function anExternalUser(fields: Partial<ExternalUser> = {}): ExternalUser {
  const id = randomBytes(6).toString('hex')
  return {
    id,
    displayName: `Grace ${id.slice(0, 4)}`,
    username: `grace-${id}`,
    email: `${id}@example.org`,
    isEmailVerified: true,
    role: null,
    ...fields,
  }
}

/** Each call comes from another network, so that rate limits do not interfere. */
export function fromAnywhere(site: TestSite, token?: string): Client {
  return createClient((endpoint, input) => callFromNewIp(site, endpoint, input as object, token))
}

type Started = { flow: string; state: string }

export async function startAt(site: TestSite, slug: string, token?: string): Promise<Started> {
  const { url, flow } = await fromAnywhere(site, token).call(startConnector, {
    plugin_slug_name: slug,
    ...(token === undefined ? {} : { intent: 'link' as const }),
  })
  return { flow, state: new URL(url).searchParams.get('state') ?? '' }
}

export const toFinish = (slug: string, user: ExternalUser | string, started: Started) => ({
  plugin_slug_name: slug,
  ...started,
  method: 'GET' as const,
  parameters: {
    slug,
    state: started.state,
    user: typeof user === 'string' ? user : JSON.stringify(user),
  },
})

/** A complete login at the service. With a token, the service is linked to the account of the session. */
export async function signInAt(
  site: TestSite,
  slug: string,
  user: ExternalUser | string,
  token?: string,
) {
  const started = await startAt(site, slug, token)
  return await fromAnywhere(site, token).call(finishConnector, toFinish(slug, user, started))
}
