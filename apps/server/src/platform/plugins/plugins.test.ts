import { eq } from 'drizzle-orm'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPackage, patiently, putPlugin, visitor } from '../../../test/plugins.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { PluginFailure, PluginRejection } from '../../kernel/plugins.ts'
import { currentScope, withScope } from '../../kernel/request-scope.ts'
import { plugins } from '../../schema/plugins.ts'

let site: TestSite
const dir = mkdtempSync(join(tmpdir(), 'stoa-plugins-'))
beforeAll(async () => {
  site = await aSite({ env: { STOA_PLUGINS_DIR: dir } })
})
afterAll(async () => {
  await site.close()
  rmSync(dir, { recursive: true, force: true })
})

async function install(source: Parameters<typeof aPackage>[0], settings = {}) {
  await putPlugin(aPackage(source), { db: site.db, settings })
  await site.ctx.plugins.reload()
}

const run = (slug: string, name = 'run', input: never = null as never) =>
  patiently(() => site.ctx.plugins.call(slug, 'function', { name, input }, visitor))
const functions = (...names: string[]) => ({
  functions: names.map((name) => ({ name, access: 'visitor' })),
})
const failureOf = async (call: Promise<unknown>) =>
  await call.then(
    () => null,
    (error: unknown) => error,
  )

describe('a site without plugins', () => {
  it('has an empty list', () => {
    expect(site.ctx.plugins.list()).toEqual([])
    expect(site.ctx.plugins.fingerprint()).toBe('')
  })

  it('makes one statement at the start and after a change, and none otherwise', async () => {
    await withScope('start', async () => {
      await site.ctx.plugins.reload()
      site.ctx.plugins.find('greeter')
      expect(currentScope()?.sqlCount).toBe(1)
    })
  })
})

describe('calls', () => {
  it('run in another process, with files of the plugin and the kit', async () => {
    await install({
      slug: 'greeter',
      files: { 'lib/words.js': `export const word = 'Hello'` },
      server: `
        import { definePlugin, html, Rejection } from '@stoa/plugin-kit/server'
        import { word } from './lib/words.js'
        export default definePlugin({
          functions: {
            run: (name, kit) => kit.t('greeting', { word, name: String(html\`<b>\${name}</b>\`) }),
            reject() { throw new Rejection('Not that.') },
            fail() { throw new Error('broken') },
            settings: (input, kit) => [kit.settings.color, kit.site.url, kit.viewer, kit.locale],
          },
          slots: { sidebar: ({ path }) => html\`<p>\${path}</p>\` },
          review: ({ text }) => text.includes('spam') ? { verdict: 'hold', reason: 'Spam.' } : { verdict: 'approve' },
        })`,
      provides: {
        ...functions('run', 'reject', 'fail', 'settings'),
        slots: ['sidebar'],
        review: true,
      },
      manifest: {
        messages: { en_US: { greeting: '{word}, {name}!' } },
        settings: [{ name: 'color', type: 'input', title: 'Color', default: 'red' }],
      },
    })
    expect(await run('greeter', 'run', '<Ada>' as never)).toBe('Hello, <b>&lt;Ada&gt;</b>!')
    const props = { path: '/a&b' }
    const slot = { name: 'sidebar', props } as const
    const html = patiently(() => site.ctx.plugins.call('greeter', 'slot', slot, visitor))
    expect(await html).toBe('<p>/a&amp;b</p>')
    expect(await run('greeter', 'settings')).toEqual([
      'red',
      'http://localhost:3000',
      null,
      'en_US',
    ])
    const rejection = await failureOf(run('greeter', 'reject'))
    expect(rejection).toBeInstanceOf(PluginRejection)
    expect(rejection).toMatchObject({ message: 'Not that.' })
    expect(await failureOf(run('greeter', 'fail'))).toMatchObject({ message: 'broken' })
    expect(await failureOf(run('greeter', 'undeclared'))).toBeInstanceOf(PluginFailure)
    const { calls, failures } = site.ctx.plugins.use('greeter')
    // Calls are repeated on a busy machine.
    expect(calls).toBeGreaterThanOrEqual(5)
    expect(failures).toBe(1 + calls - 5)
    expect(site.ctx.plugins.use('greeter').memoryBytes).toBeGreaterThan(10_000_000)
  })

  it('release the permit of the request that waits for them', async () => {
    await withScope('a request', async () => {
      let released = 0
      const scope = currentScope()
      if (scope !== undefined)
        scope.withoutPermit = async (wait) => {
          released++
          return await wait()
        }
      await run('greeter', 'settings')
      expect(released).toBe(1)
      const slot = { name: 'sidebar', props: { path: '/' } } as const
      // It may end after the request.
      await site.ctx.plugins.call('greeter', 'slot', slot, visitor)
      expect(released).toBe(1)
    })
  })

  it('ask plugins that review content', async () => {
    const [reviewer] = site.ctx.reviewers
    expect(reviewer?.name).toBe('Plugin greeter')
    const content = { language: 'en_US', ip: '', text: 'spam' } as never
    expect(await reviewer?.review(content)).toEqual({ verdict: 'hold', reason: 'Spam.' })
  })
})

describe('a package', () => {
  it('is unpacked read-only, and again when a file was changed', async () => {
    const folder = site.ctx.plugins.find('greeter')?.folder ?? ''
    const file = join(folder, 'lib/words.js')
    expect(statSync(file).mode & 0o222).toBe(0)
    chmodSync(file, 0o644)
    writeFileSync(file, 'changed')
    const second = await aSite({
      env: { STOA_PLUGINS_DIR: dir },
      databaseUrl: site.ctx.config.database_url ?? '',
      isInstalled: false,
    })
    expect(second.ctx.plugins.find('greeter')?.folder).toBe(folder)
    expect(readFileSync(file, 'utf8')).toBe(`export const word = 'Hello'`)
    await second.close()
  })

  it('with a manifest that is no longer valid disables only that plugin', async () => {
    const archive = aPackage({ slug: 'outdated', server: 'export default {}' })
    await putPlugin(archive, { db: site.db })
    await site.db.execute(
      `update plugin_packages set manifest = manifest || '{"kinds": ["unknown"]}' where slug = 'outdated'`,
    )
    await site.ctx.plugins.reload()
    expect(site.ctx.plugins.find('outdated')).toBeNull()
    expect(site.ctx.plugins.find('greeter')?.isEnabled).toBe(true)
  })
})

describe('a change', () => {
  it('is read by other processes, and old calls end in the old version', async () => {
    const server = (text: string) => `export default {
      functions: { run: async () => { await new Promise((done) => setTimeout(done, 300)); return '${text}' } } }`
    await install({ slug: 'versions', server: server('one'), provides: functions('run') })
    expect(await run('versions')).toBe('one')
    let changes = 0
    site.ctx.plugins.onChange(() => changes++)
    const before = site.ctx.plugins.fingerprint()
    const slow = run('versions')
    await install({
      slug: 'versions',
      version: '1.1.0',
      server: server('two'),
      provides: functions('run'),
    })
    expect(await Promise.all([slow, run('versions')])).toEqual(['one', 'two'])
    expect(site.ctx.plugins.fingerprint()).not.toBe(before)
    expect(changes).toBe(1)
    await site.db.update(plugins).set({ enabled: false }).where(eq(plugins.slug, 'versions'))
    await site.ctx.plugins.reload()
    expect(await failureOf(run('versions'))).toMatchObject({ message: 'It is not enabled.' })
    expect(site.ctx.plugins.find('versions')?.isEnabled).toBe(false)
  })

  it('can be tried before', async () => {
    const broken = aPackage({ slug: 'broken', server: `throw new Error('no license')` })
    await putPlugin(broken, { db: site.db, isEnabled: false })
    await expect(site.ctx.plugins.tryOut('broken', '1.0.0')).rejects.toThrow('no license')
    await site.ctx.plugins.tryOut('greeter', '1.0.0')
    await expect(site.ctx.plugins.tryOut('greeter', '9.0.0')).rejects.toThrow('not stored')
  })
})

describe('safe mode', () => {
  it('reads no plugins', async () => {
    const safe = await aSite({
      env: { STOA_PLUGINS_DIR: join(dir, 'none'), STOA_SAFE_MODE: 'true' },
      databaseUrl: site.ctx.config.database_url ?? '',
      isInstalled: false,
    })
    expect(safe.ctx.plugins.list()).toEqual([])
    expect(safe.ctx.reviewers).toEqual([])
    expect(existsSync(join(dir, 'none'))).toBe(false)
    await safe.close()
  })
})
