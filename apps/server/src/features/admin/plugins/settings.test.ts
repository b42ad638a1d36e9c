import type { Client } from '@stoa/contract/client'
import {
  getPluginConfig,
  getUserPluginConfig,
  listUserPluginConfigs,
  runPluginAction,
  setPluginConfig,
  setPluginStatus,
  setUserPluginConfig,
} from '@stoa/contract/features/plugins'
import { exportMyData } from '@stoa/contract/features/profile-settings'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aPackage } from '../../../../test/plugins.ts'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { plugins, pluginUserSettings } from '../../../schema/plugins.ts'
import { staffLog } from '../../../schema/staff-log.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aPlugin } from './plugins.factory.ts'
import { deleteEncryptedPluginSecrets, encryptPluginSecrets } from './stored-secrets.ts'

const secretKey = 'k'.repeat(43)
const server = `
import { Rejection } from '@stoa/plugin-kit/server'
export default {
  checkSettings: ({ url }) => (url.endsWith('.example') ? {} : { url: 'Use an example.' }),
  actions: {
    test: (kit) => 'Sent to ' + kit.settings.url + ' with ' + kit.settings.token,
    decline() { throw new Rejection('Enter a key first.') },
    fail() { throw new Error('secret detail') },
  },
}`
const settings = [
  { name: 'url', type: 'input', title: 'title.url', required: true, default: 'https://a.example' },
  { name: 'token', type: 'input', title: 'Token', secret: true },
  { name: 'mode', type: 'select', title: 'Mode', options: [{ value: 'a', label: 'A' }] },
  { name: 'loud', type: 'switch', title: 'Loud' },
  { name: 'about', type: 'legend', title: 'About' },
  { name: 'go', type: 'button', title: 'Go', action: 'test' },
]
const slug = 'oven'
const of = { plugin_slug_name: slug }
const archive = aPackage({
  slug,
  server,
  provides: { actions: ['test', 'decline', 'fail'] },
  manifest: {
    settings,
    userSettings: [
      { name: 'nick', type: 'input', title: 'Nick' },
      { name: 'key', type: 'input', title: 'Key', secret: true },
    ],
    messages: { en_US: { 'title.url': 'Address of the oven' } },
  },
})

let site: TestSite
let admin: Client
beforeAll(async () => {
  site = await aSite({ env: { STOA_SECRET_KEY: secretKey } })
  admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  await aPlugin(site.ctx, archive)
  // The first call starts a process, which may be late on a busy machine.
  await vi.waitFor(() => run('test'), { timeout: 60_000 })
})
afterAll(() => site.close())

const change = (config_fields: Record<string, string | boolean | string[]>) =>
  admin.call(setPluginConfig, { ...of, config_fields })
const valueOf = async (name: string) =>
  (await admin.call(getPluginConfig, of)).config_fields.find((field) => field.name === name)?.value
const run = (action: string) => admin.call(runPluginAction, { ...of, action })

async function storedSettings() {
  const [row] = await site.db.select().from(plugins).where(eq(plugins.slug, slug))
  return row?.settings
}

describe('the settings of a plugin', () => {
  it('have defaults, and texts of the plugin in the language of the caller', async () => {
    const { config_fields: fields } = await admin.call(getPluginConfig, of)
    expect(fields[0]).toMatchObject({ title: 'Address of the oven', value: 'https://a.example' })
    expect(fields.map(({ value }) => value)).toEqual(['https://a.example', '', '', false, '', ''])
  })

  it('are changed one by one, and the plugin gets them', async () => {
    await change({ loud: true, token: 'crumb' })
    await change({ url: 'https://b.example' })
    expect(await valueOf('loud')).toBe(true)
    expect(await run('test')).toEqual({ message: 'Sent to https://b.example with crumb' })
  })

  it('encrypt secrets and never send them', async () => {
    await change({ token: 'crumb' })
    expect(await valueOf('token')).toBe(secretMask)
    expect(JSON.stringify(await storedSettings())).not.toContain('crumb')
    await change({ token: secretMask, loud: false })
    expect((await run('test')).message).toContain('with crumb')
    const log = await site.db.select().from(staffLog)
    expect(JSON.stringify(log)).not.toContain('crumb')
    await change({ token: '' })
    expect(await valueOf('token')).toBe('')
  })

  it.each([
    ['url', '', 'This field is required.'],
    ['mode', 'b', 'This value is not valid.'],
    ['loud', 'yes', 'This value is not valid.'],
    ['url', 'https://elsewhere.org', 'Use an example.'],
    ['unknown', 'x', 'The request is malformed.'],
    ['go', 'x', 'The request is malformed.'],
  ])('reject %s: %j', async (field, value, message) => {
    const before = await storedSettings()
    const { status, data } = await rejectionOf(change({ [field]: value }))
    expect(status).toBe(400)
    expect(data).toMatchObject([{ error_field: field }])
    if (message.startsWith('The request')) return
    expect(data).toMatchObject([{ error_msg: message }])
    expect(await storedSettings()).toEqual(before)
  })

  it('are not checked by a plugin that is disabled', async () => {
    await admin.call(setPluginStatus, { ...of, enabled: false })
    await change({ url: 'https://elsewhere.org' })
    await change({ url: 'https://a.example' })
    await expectError(run('test'), 'plugin.not_found')
    await admin.call(setPluginStatus, { ...of, enabled: true })
    await vi.waitFor(() => run('test'), { timeout: 60_000 })
  })
})

describe('an action of the settings', () => {
  it('fails with the message of the plugin, or without details', async () => {
    const rejected = await expectError(run('decline'), 'plugin.rejected')
    expect(rejected.msg).toBe('Enter a key first.')
    const failed = await expectError(run('fail'), 'plugin.failed')
    expect(failed.status).toBe(502)
    expect(JSON.stringify(failed)).not.toContain('secret detail')
    await expectError(run('unknown'), 'plugin.function_unknown')
  })
})

describe('the settings of a user', () => {
  it('are their own, and leave with the export and with the account', async () => {
    const [ada, tim] = [await aUser(site.ctx), await aUser(site.ctx)]
    const [asAda, asTim] = [site.as(ada.token), site.as(tim.token)]
    const plugin = { name: 'Plugin oven', slug_name: slug }
    expect(await asAda.call(listUserPluginConfigs, {})).toEqual([plugin])
    const config_fields = { nick: 'Crust', key: 'flour' }
    await asAda.call(setUserPluginConfig, { ...of, config_fields })
    const read = async (client: Client) =>
      (await client.call(getUserPluginConfig, of)).config_fields.map(({ value }) => value)
    expect(await read(asAda)).toEqual(['Crust', secretMask])
    expect(await read(asTim)).toEqual(['', ''])
    const rows = await site.db.select().from(pluginUserSettings)
    expect(JSON.stringify(rows)).not.toContain('flour')
    const exported = JSON.stringify(await asAda.call(exportMyData, {}))
    expect(exported).toContain('Crust')
    await transact(site.ctx, (tx) => tx.emit('account.left', leftOf(ada.id)))
    expect(await site.db.$count(pluginUserSettings)).toBe(0)
  })

  it('are for plugins that are enabled', async () => {
    const asAda = site.as((await aUser(site.ctx)).token)
    await admin.call(setPluginStatus, { ...of, enabled: false })
    expect(await asAda.call(listUserPluginConfigs, {})).toEqual([])
    await expectError(asAda.call(getUserPluginConfig, of), 'plugin.not_found')
    await admin.call(setPluginStatus, { ...of, enabled: true })
  })
})

describe('stored secrets', () => {
  it('are encrypted when there is a key, and deleted when it is lost', async () => {
    const update = (settingsNow: Record<string, string>) =>
      site.db.update(plugins).set({ settings: settingsNow }).where(eq(plugins.slug, slug))
    await update({ url: 'https://a.example', token: 'plain' })
    await encryptPluginSecrets(site.ctx)
    const encrypted = await storedSettings()
    expect(encrypted?.['token']).toMatch(site.ctx.secrets.prefix)
    await encryptPluginSecrets(site.ctx)
    expect(await storedSettings()).toEqual(encrypted)
    await site.ctx.plugins.reload()
    expect((await run('test')).message).toContain('with plain')
    expect(await transact(site.ctx, deleteEncryptedPluginSecrets)).toBe(1)
    expect(await storedSettings()).toEqual({ url: 'https://a.example' })
  })
})

const leftOf = (userId: string) => ({ userId }) as never
