// Calls every endpoint with a key of each scope and compares what happens with the reviewed snapshots.
import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { createApiKey } from '@stoa/contract/features/api-keys'
import { type KeyScope, keyScopes } from '@stoa/contract/key-scopes'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
const keys = new Map<KeyScope, string>()
beforeAll(async () => {
  site = await aSite()
  const admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  for (const scope of keyScopes) {
    const created = await admin.call(createApiKey, { description: scope, scope })
    keys.set(scope, created.access_key)
  }
})
afterAll(() => site.close())

function reviewedScope(feature: string, { method, path }: Endpoint) {
  const text = readFileSync(join(import.meta.dirname, `access/${feature}.txt`), 'utf8')
  const line = text.split('\n').find((one) => one.split(/ {2,}/)[2] === `${method} ${path}`)
  return line?.split(/ {2,}/)[1]
}

/** Input is validated after access, so an empty body shows whether access was granted. */
async function reasonFor({ method, path }: Endpoint, scope: KeyScope) {
  const response = await site.app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${keys.get(scope)}` },
    ...(method === 'GET' ? {} : { payload: {} }),
  })
  return response.json<{ reason: string }>().reason
}

const rejections: Record<string, readonly (string | null)[]> = {
  read: [null, null, null],
  write: ['error.api_key.needs_write', null, null],
  admin: ['error.api_key.needs_admin', 'error.api_key.needs_admin', null],
  session: keyScopes.map(() => 'error.api_key.session_only'),
}

const cases = Object.entries(endpoints).flatMap(([feature, list]) =>
  Object.values<Endpoint>(list).map(
    (endpoint) => [`${endpoint.method} ${endpoint.path}`, feature, endpoint] as const,
  ),
)

describe('an API key', () => {
  it.each(cases)('%s', async (_name, feature, endpoint) => {
    const reasons = []
    for (const scope of keyScopes) {
      const reason = await reasonFor(endpoint, scope)
      reasons.push(/^error\.(api_key|auth)\./.test(reason) ? reason : null)
    }
    expect(reasons).toEqual(rejections[reviewedScope(feature, endpoint) ?? ''])
  })
})
