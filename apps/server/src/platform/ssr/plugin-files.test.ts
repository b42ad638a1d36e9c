import { Manifest } from '@stoa/plugin-kit/manifest'
import fastify from 'fastify'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { InstalledPlugin } from '../../kernel/plugins.ts'
import { filesUrl } from '../../kernel/plugins.ts'
import { createPluginFiles, mountPluginFiles } from './plugin-files.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function aPlugin(version: string, script: string): InstalledPlugin {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-plugin-'))
  folders.push(folder)
  const contents = {
    'ui.js': script,
    'server.js': 'secret',
    'look.css': 'p{}',
    'image.svg': '<svg/>',
    'data.bin': 'x',
  }
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text)
  const files = Object.entries(contents).map(([name, text]) => [name, fakeHash(text)])
  const manifest = Manifest.parse({
    slug: 'hello',
    name: 'Hello',
    description: 'For a test.',
    version,
    author: 'Ada',
    kit: '^1.0',
    kinds: ['route'],
    server: { file: 'server.js' },
    ui: { file: 'ui.js' },
    styles: 'look.css',
    assets: ['image.svg', 'data.bin'],
    messages: { en_US: { hi: 'Hi', bye: 'Bye' }, ar: { hi: 'مرحبا' } },
    files: Object.fromEntries(files) as Record<string, string>,
  })
  return {
    slug: 'hello',
    version,
    manifest,
    isEnabled: true,
    takesFiles: true,
    folder,
    connectorLabel: '',
    userCenter: null,
  }
}

const fakeHash = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64)

describe('files of plugins', () => {
  let time = 0
  let files: ReturnType<typeof createPluginFiles>
  const app = () => {
    const server = fastify()
    mountPluginFiles(server, files)
    return server
  }
  const get = (plugin: InstalledPlugin, name: string) =>
    app().inject({ url: filesUrl(plugin) + name })
  beforeEach(() => {
    time = 0
    files = createPluginFiles(() => time)
  })

  it('are those that the manifest names for browsers, with their types', async () => {
    const plugin = aPlugin('1.0.0', 'one')
    files.setPlugins([plugin])
    const script = await get(plugin, 'ui.js')
    expect(script.body).toBe('one')
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await get(plugin, 'look.css')).headers['content-type']).toBe('text/css; charset=utf-8')
    expect((await get(plugin, 'image.svg')).headers['content-type']).toBe('image/svg+xml')
    expect((await get(plugin, 'data.bin')).headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    })
  })

  it.each(['server.js', 'plugin.json', '../ui.js', '..%2Fui.js', '%2e%2e/ui.js', 'missing.js', ''])(
    'are not %s',
    async (name) => {
      const plugin = aPlugin('1.0.0', 'one')
      files.setPlugins([plugin])
      expect((await get(plugin, name)).statusCode).toBe(404)
    },
  )

  it('of a former version can be loaded for an hour, by pages that are still open', async () => {
    const [former, current] = [aPlugin('1.0.0', 'one'), aPlugin('1.1.0', 'two')]
    files.setPlugins([former])
    files.setPlugins([current])
    expect((await get(former, 'ui.js')).body).toBe('one')
    expect((await get(current, 'ui.js')).body).toBe('two')
    time = 61 * 60_000
    files.setPlugins([current])
    expect((await get(former, 'ui.js')).statusCode).toBe(404)
    expect((await get(current, 'ui.js')).body).toBe('two')
  })

  it('of a disabled plugin cannot be loaded', async () => {
    const plugin = aPlugin('1.0.0', 'one')
    files.setPlugins([plugin])
    files.setPlugins([])
    expect((await get(plugin, 'ui.js')).statusCode).toBe(404)
  })

  it('include its messages, in English where a language lacks them', async () => {
    const plugin = aPlugin('1.0.0', 'one')
    files.setPlugins([plugin])
    expect((await get(plugin, '~messages/ar.js')).body).toBe(
      'export default {"hi":"مرحبا","bye":"Bye"}\n',
    )
    expect((await get(plugin, '~messages/xx.js')).statusCode).toBe(404)
  })
})
