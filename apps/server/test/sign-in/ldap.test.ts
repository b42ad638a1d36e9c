import { runPluginAction, setPluginConfig } from '@stoa/contract/features/plugins'
import type { Client } from '@stoa/contract/client'
import { currentUser } from '@stoa/contract/features/accounts'
import { loginWithConnector } from '@stoa/contract/features/connectors'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packPlugin } from '../../../../scripts/build/plugins.ts'
import { directory, startDirectory } from '../../../../scripts/services/example-directory.ts'
import { rootDir } from '../../../../scripts/services/ports.ts'
import { aPlugin } from '../../src/features/admin/plugins/plugins.factory.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { fromAnywhere } from '../connectors.ts'
import { patiently, visitor } from '../plugins.ts'
import { aSite, rejectionOf, type TestSite } from '../site.ts'

const slug = 'ldap'
let server: Awaited<ReturnType<typeof startDirectory>>
let site: TestSite
let admin: Client
beforeAll(async () => {
  server = await startDirectory({})
  site = await aSite({ env: { STOA_SECRET_KEY: 'k'.repeat(43) } })
  admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  await aPlugin(site.ctx, await packPlugin(join(rootDir, 'plugins', slug)))
  await configure({ url: `${server.url}\n${server.tlsUrl}` })
})
afterAll(async () => {
  await site.close()
  await server.stop()
})

async function configure(fields: Record<string, string | boolean>) {
  const { baseDn, bindDn, bindPassword } = directory
  const search = { ca: server.ca, base_dn: baseDn, bind_dn: bindDn, bind_password: bindPassword }
  const config = { plugin_slug_name: slug, config_fields: { ...search, ...fields } }
  await patiently(() => admin.call(setPluginConfig, config))
}

const check = (username: string, password: string) =>
  patiently(() => site.ctx.plugins.call(slug, 'checkCredentials', { username, password }, visitor))

describe('the LDAP plugin in its process', () => {
  it('logs in over StartTLS and LDAPS', async () => {
    for (const url of [server.url, server.tlsUrl]) {
      await configure({ url, admin_groups: directory.groupDn('admins') })
      expect(await check('ada', 'ada password')).toMatchObject({ username: 'ada', role: 'admin' })
      expect(await check('grace', 'grace password')).toMatchObject({ role: 'user' })
      expect(await check('ada', 'wrong')).toBeNull()
      expect(await check('ada', '')).toBeNull()
      expect(await check('*', 'ada password')).toBeNull()
    }
  })

  it('rejects settings that are not valid, and tests those that are', async () => {
    const invalid = configure({ url: server.url, start_tls: false })
    expect(await rejectionOf(invalid)).toMatchObject({ reason: 'error.plugin.rejected' })
    const test = () => admin.call(runPluginAction, { plugin_slug_name: slug, action: 'test' })
    expect(JSON.stringify(await patiently(test))).toMatch(/Connected. 6 users found/)
    await configure({ url: server.tlsUrl, bind_password: 'wrong' })
    const message = `${server.tlsUrl}: The bind DN or its password is wrong.`
    expect(JSON.stringify(await rejectionOf(test()))).toContain(message)
  })

  it('creates an account at the first login, and logs in to it at the next', async () => {
    await configure({ url: server.tlsUrl, trust_emails: true })
    const logIn = (username: string, password: string) =>
      patiently(() =>
        fromAnywhere(site).call(loginWithConnector, { plugin_slug_name: slug, username, password }),
      )
    const first = await logIn('grace', 'grace password')
    expect(first.outcome).toBe('signed_in')
    const user = await site.as(first.session?.access_token).call(currentUser, {})
    expect(user).toMatchObject({ display_name: 'Grace Hopper', e_mail: 'grace@example.org' })
    const second = await logIn('GRACE', 'grace password')
    expect(second.session?.id).toBe(user?.id)
    for (const [username, password] of [
      ['grace', 'wrong'],
      ['nobody', 'wrong'],
      ['gr*', 'grace password'],
    ] as const)
      expect(await rejectionOf(logIn(username, password))).toMatchObject({
        reason: 'error.account.wrong_credentials',
      })
    const unconfirmed = await logIn('nomail', 'nomail password')
    expect(unconfirmed).toMatchObject({ outcome: 'email_required', session: null })
    await configure({ url: server.tlsUrl, required_groups: directory.groupDn('admins') })
    expect(await rejectionOf(logIn('grace', 'grace password'))).toMatchObject({
      reason: 'error.connector.rejected',
    })
  })

  it('is not disabled when the server is down', async () => {
    await configure({ url: 'ldap://127.0.0.1:1' })
    for (let attempt = 0; attempt < 12; attempt++)
      await expect(check('ada', 'ada password')).rejects.toThrow(/^Logging in is not possible/)
    expect(site.ctx.plugins.find(slug)?.isEnabled).toBe(true)
  })

  it('needs less than half of the memory that it may use', () => {
    expect(site.ctx.plugins.use(slug).memoryBytes).toBeLessThan(96 * 1024 * 1024)
  })
})
