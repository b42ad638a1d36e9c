import { changeGeneralSettings } from '@stoa/contract/features/site-settings'
import { getDashboard } from '@stoa/contract/features/dashboard'
import { getHealth } from '@stoa/contract/features/health'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

const requests: string[] = []
let reply = JSON.stringify({ version: '99.1.0', url: 'https://example.org/releases/99.1.0' })
let server: Server
const sites: TestSite[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.end(reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const site of sites) await site.close()
  server.close()
})

async function anAdmin(env: Record<string, string>) {
  const site = await aSite({ env })
  sites.push(site)
  return site.as((await aUser(site.ctx, { role: 'admin' })).token)
}
const releaseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/newest.json`

it('asks nobody unless an admin turned it on, then at most once in hours', async () => {
  const admin = await anAdmin({ STOA_UPDATE_URL: releaseUrl() })
  const remoteVersion = async () => (await admin.call(getDashboard, {})).version_info.remote_version
  const codeOfUpdate = async () =>
    (await admin.call(getHealth, {})).checks.find(({ name }) => name === 'update')?.code
  expect(await codeOfUpdate()).toBe('update.off')
  expect(await remoteVersion()).toBe('')
  expect(requests).toEqual([])

  await admin.call(changeGeneralSettings, { check_update: true })
  expect(await remoteVersion()).toBe('99.1.0')
  // The version of tests is no release.
  expect(await codeOfUpdate()).toBe('update.ok')
  expect(requests).toEqual(['GET /newest.json'])
})

it.each([
  '{"version": "99.1.0"}',
  '{"version": "latest", "url": "https://example.org"}',
  'no JSON',
])('does not trust %s', async (text) => {
  reply = text
  const admin = await anAdmin({ STOA_UPDATE_URL: releaseUrl() })
  await admin.call(changeGeneralSettings, { check_update: true })
  const { checks } = await admin.call(getHealth, {})
  expect(checks.find(({ name }) => name === 'update')?.code).toBe('update.unknown')
})

it('says that the operator named no source', async () => {
  const admin = await anAdmin({})
  await admin.call(changeGeneralSettings, { check_update: true })
  const { checks } = await admin.call(getHealth, {})
  expect(checks.find(({ name }) => name === 'update')?.code).toBe('update.no_source')
})
