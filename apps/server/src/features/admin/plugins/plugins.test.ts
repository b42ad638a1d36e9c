import type { Client } from '@stoa/contract/client'
import {
  getPlugin,
  getPluginStatus,
  installPlugin,
  listPluginLog,
  listPlugins,
  removePlugin,
  setPluginStatus,
  setPluginVersion,
} from '@stoa/contract/features/plugins'
import { limits } from '@stoa/contract/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aPackage } from '../../../../test/plugins.ts'
import { recordStatements } from '../../../../test/statement-log.ts'
import { transact } from '../../../kernel/transact.ts'
import { pluginData, pluginPackages, plugins } from '../../../schema/plugins.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { deleteUnusedPackages } from './packages.actions.ts'
import { aPlugin, sendPackage } from './plugins.factory.ts'

let site: TestSite
let admin: Client
let token: string
beforeAll(async () => {
  site = await aSite()
  token = (await aUser(site.ctx, { name: 'Rosa', role: 'admin' })).token
  admin = site.as(token)
})
afterAll(() => site.close())

const quiet = `export default {}`
const of = (slug: string) => ({ plugin_slug_name: slug })
const listed = async (slug: string) =>
  (await admin.call(listPlugins, {})).find(({ slug_name }) => slug_name === slug)
const isEnabled = async (slug: string) =>
  (await site.as().call(getPluginStatus, {})).find(({ slug_name }) => slug_name === slug)?.enabled

describe('POST /plugin/package', () => {
  it('stores a package without running it, and says what it would be allowed to do', async () => {
    const archive = aPackage({
      slug: 'careful',
      server: `throw new Error('was run')`,
      manifest: { permissions: { network: ['example.org'], storage: true } },
    })
    const { data } = await sendPackage(site.app, archive, token)
    expect(data).toMatchObject({ slug_name: 'careful', version: '1.0.0', installed_version: '' })
    expect(data.permissions).toEqual([
      { name: 'store_data', value: '' },
      { name: 'network', value: 'example.org' },
    ])
    expect(await listed('careful')).toBeUndefined()
  })

  it('says whose captcha users would see', async () => {
    const archive = aPackage({
      slug: 'quiz',
      server: quiet,
      files: { 'captcha.js': '' },
      provides: { captcha: true },
      manifest: { kinds: ['captcha'], captcha: { file: 'captcha.js', hosts: ['quiz.example'] } },
    })
    const { data } = await sendPackage(site.app, archive, token)
    expect(data.permissions).toEqual([
      { name: 'check_captchas', value: '' },
      { name: 'captcha_host', value: 'quiz.example' },
    ])
  })

  it('says what is wrong with a package', async () => {
    const sent = await sendPackage(site.app, Buffer.from('hello'), token)
    expect(sent).toMatchObject({ status: 400, reason: 'error.plugin.package_invalid' })
    expect(sent.msg).toContain('It is not a gzipped tar file (.tgz).')
    const later = aPackage({ slug: 'later', server: quiet, manifest: { kit: '^1.9' } })
    const mismatch = await sendPackage(site.app, later, token)
    expect(mismatch.reason).toBe('error.plugin.kit_mismatch')
    expect(mismatch.msg).toContain('^1.9')
    const large = Buffer.alloc(limits.pluginPackageBytes.archive + 1)
    expect(await sendPackage(site.app, large, token)).toMatchObject({ status: 413 })
  })

  it('is for admins', async () => {
    const moderator = await aUser(site.ctx, { role: 'moderator' })
    const sent = await sendPackage(
      site.app,
      aPackage({ slug: 'nope', server: quiet }),
      moderator.token,
    )
    expect(sent.status).toBe(403)
  })

  it('does not replace the files of a version in use', async () => {
    const slug = await aPlugin(site.ctx, aPackage({ slug: 'fixed', server: quiet }))
    const other = aPackage({ slug, server: `${quiet} // changed` })
    expect((await sendPackage(site.app, other, token)).msg).toContain('Increase the version.')
  })
})

describe('the life of a plugin', () => {
  it('goes from installed to enabled, disabled and removed', async () => {
    const { data } = await sendPackage(site.app, aPackage({ slug: 'alive', server: quiet }), token)
    const installed = await admin.call(installPlugin, { package_id: data.package_id })
    expect(installed).toEqual({ slug_name: 'alive' })
    expect(await isEnabled('alive')).toBe(false)
    await admin.call(setPluginStatus, { ...of('alive'), enabled: true })
    expect(await isEnabled('alive')).toBe(true)
    expect(await admin.call(getPlugin, of('alive'))).toMatchObject({
      state: 'active',
      installed_by: 'Rosa',
      versions: [{ version: '1.0.0', is_current: true }],
    })
    await admin.call(setPluginStatus, { ...of('alive'), enabled: false })
    expect(await isEnabled('alive')).toBe(false)
    await admin.call(removePlugin, of('alive'))
    expect(await isEnabled('alive')).toBeUndefined()
    await expectError(admin.call(getPlugin, of('alive')), 'plugin.not_found')
  })

  it('is not enabled if it cannot start', async () => {
    const archive = aPackage({ slug: 'broken', server: `throw new Error('no oven')` })
    await aPlugin(site.ctx, archive, { isEnabled: false })
    const call = admin.call(setPluginStatus, { ...of('broken'), enabled: true })
    await expectError(call, 'plugin.failed')
    expect(await isEnabled('broken')).toBe(false)
  })

  it('is updated and rolled back, and stays enabled', async () => {
    const slug = await aPlugin(site.ctx, aPackage({ slug: 'versions', server: quiet }))
    const manifest = { permissions: { storage: true } }
    const next = aPackage({ slug, server: quiet, version: '1.1.0', manifest })
    const { data } = await sendPackage(site.app, next, token)
    const permissions = [{ name: 'store_data', value: '' }]
    expect(data).toMatchObject({ installed_version: '1.0.0', new_permissions: permissions })
    expect(await listed(slug)).toMatchObject({
      version: '1.0.0',
      newer_version: '1.1.0',
      new_permissions: permissions,
    })
    const outdated = await admin.call(listPlugins, { status: 'outdated' })
    expect(outdated.map(({ slug_name }) => slug_name)).toEqual([slug])
    await admin.call(installPlugin, { package_id: data.package_id })
    expect(await listed(slug)).toMatchObject({ version: '1.1.0', enabled: true, newer_version: '' })
    await admin.call(setPluginVersion, { ...of(slug), version: '1.0.0' })
    expect(await listed(slug)).toMatchObject({ version: '1.0.0', enabled: true })
    const unknown = admin.call(setPluginVersion, { ...of(slug), version: '9.0.0' })
    await expectError(unknown, 'plugin.not_found')
  })

  it('keeps the version that works if the next one cannot start', async () => {
    const slug = await aPlugin(site.ctx, aPackage({ slug: 'steady', server: quiet }))
    const server = `throw new Error('no oven')`
    const { data } = await sendPackage(
      site.app,
      aPackage({ slug, server, version: '2.0.0' }),
      token,
    )
    await expectError(admin.call(installPlugin, { package_id: data.package_id }), 'plugin.failed')
    expect(await listed(slug)).toMatchObject({ version: '1.0.0', enabled: true })
  })

  it('keeps settings and data until they are deleted', async () => {
    const archive = aPackage({ slug: 'memory', server: quiet })
    const slug = await aPlugin(site.ctx, archive)
    await site.db
      .insert(pluginData)
      .values({ slug, key: 'count', value: 3, updatedAt: site.ctx.clock.now() })
    const countData = () => site.db.$count(pluginData, eq(pluginData.slug, slug))
    await admin.call(removePlugin, of(slug))
    expect(await countData()).toBe(1)
    await aPlugin(site.ctx, archive)
    expect(await countData()).toBe(1)
    await admin.call(removePlugin, { ...of(slug), data: true })
    expect(await countData()).toBe(0)
    expect(await site.db.$count(pluginPackages, eq(pluginPackages.slug, slug))).toBe(0)
  })

  it('allows one plugin of an exclusive kind', async () => {
    const manifest = { kinds: ['captcha'], name: 'Sums' }
    await aPlugin(site.ctx, aPackage({ slug: 'sums', server: quiet, manifest }))
    const other = aPackage({ slug: 'riddles', server: quiet, manifest: { kinds: ['captcha'] } })
    await aPlugin(site.ctx, other, { isEnabled: false })
    const call = admin.call(setPluginStatus, { ...of('riddles'), enabled: true })
    expect((await expectError(call, 'plugin.conflict')).msg).toContain('Sums')
  })

  it('stores a limited number of versions, and keeps the one in use', async () => {
    const slug = await aPlugin(site.ctx, aPackage({ slug: 'many', server: quiet }))
    for (let minor = 1; minor <= limits.plugins.versions; minor++)
      await sendPackage(site.app, aPackage({ slug, server: quiet, version: `1.${minor}.0` }), token)
    const { versions } = await admin.call(getPlugin, of(slug))
    expect(versions).toHaveLength(limits.plugins.versions)
    const names = versions.map(({ version }) => version)
    expect(names).toContain('1.0.0')
    expect(names).toContain(`1.${limits.plugins.versions}.0`)
    expect(names).not.toContain('1.1.0')
  })

  it('finds no plugin that is not installed', async () => {
    const unknown = of('unknown')
    for (const call of [getPlugin, removePlugin, listPluginLog])
      await expectError(admin.call(call, unknown), 'plugin.not_found')
    const enable = admin.call(setPluginStatus, { ...unknown, enabled: true })
    await expectError(enable, 'plugin.not_found')
  })
})

describe('stored packages', () => {
  it('are deleted after a day if nothing was installed', async () => {
    await sendPackage(site.app, aPackage({ slug: 'forgotten', server: quiet }), token)
    const isStored = () => site.db.$count(pluginPackages, eq(pluginPackages.slug, 'forgotten'))
    const clean = (before: number) =>
      transact(site.ctx, (tx) => deleteUnusedPackages(tx, new Date(Date.now() + before)))
    await clean(-3_600_000)
    expect(await isStored()).toBe(1)
    await clean(3_600_000)
    expect(await isStored()).toBe(0)
    expect(await site.db.$count(plugins)).toBeGreaterThan(0)
  })
})

describe('statements', () => {
  it('are none for the status, and one for the list besides the session', async () => {
    expect(await recordStatements(site, () => site.as().call(getPluginStatus, {}))).toEqual([])
    const ofList = await recordStatements(site, () => admin.call(listPlugins, {}))
    expect(ofList.filter((text) => text.includes('plugin_packages'))).toHaveLength(1)
  })
})

describe('another process', () => {
  it('learns what was installed, enabled and removed', async () => {
    const { databaseUrl } = { databaseUrl: site.ctx.config.database_url ?? '' }
    const other = await aSite({ databaseUrl })
    try {
      const stateOf = (slug: string) => other.ctx.plugins.find(slug)?.isEnabled
      const slug = await aPlugin(site.ctx, aPackage({ slug: 'everywhere', server: quiet }))
      await expect.poll(() => stateOf(slug)).toBe(true)
      await admin.call(setPluginStatus, { ...of(slug), enabled: false })
      await expect.poll(() => stateOf(slug)).toBe(false)
      await admin.call(removePlugin, of(slug))
      await expect.poll(() => stateOf(slug)).toBeUndefined()
    } finally {
      await other.close()
    }
  })
})
