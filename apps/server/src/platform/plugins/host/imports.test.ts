import { mkdtempSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPackage, patiently, putPlugin, visitor } from '../../../../test/plugins.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'

let site: TestSite
const dir = mkdtempSync(join(tmpdir(), 'stoa-imports-'))
beforeAll(async () => {
  site = await aSite({ env: { STOA_PLUGINS_DIR: dir } })
})
afterAll(async () => {
  await site.close()
  rmSync(dir, { recursive: true, force: true })
})

const server = `
  import { definePlugin } from '@stoa/plugin-kit/server'
  async function canImport(name) {
    try {
      return Object.keys(await import(name)).length > 0
    } catch (error) {
      if (!error.message.startsWith('A plugin cannot import')) throw error
      return false
    }
  }
  export default definePlugin({
    functions: {
      async list(names) {
        const imported = []
        for (const name of names) if (await canImport(name)) imported.push(name)
        return imported
      },
      async loadEngine(file) {
        const { setEngine } = await import('node:crypto')
        setEngine(file)
        return 'loaded'
      },
    },
  })`
const functions = ['list', 'loadEngine'].map((name) => ({ name, access: 'visitor' }))

async function install(slug: string, manifest = {}) {
  await putPlugin(aPackage({ slug, server, provides: { functions }, manifest }), { db: site.db })
  await site.ctx.plugins.reload()
}

const call = (slug: string, name: string, input: unknown) =>
  patiently(() => site.ctx.plugins.call(slug, 'function', { name, input: input as never }, visitor))

const names = [...new Set(builtinModules.map((name) => name.replace(/^node:/, '')))]
const spellings = names.flatMap((name) => [name, `node:${name}`])
const pure = [
  'assert',
  'buffer',
  'crypto',
  'events',
  'path',
  'querystring',
  'stream',
  'string_decoder',
  'timers',
  'url',
  'util',
  'zlib',
]
const both = (list: string[]) => list.flatMap((name) => [name, `node:${name}`]).sort()

describe('modules of Node in the process of a plugin', () => {
  it('are only those that compute', async () => {
    await install('computing')
    const imported = (await call('computing', 'list', spellings)) as string[]
    expect(imported.sort()).toEqual(both(pure))
  })

  it('include connections with the permission for them', async () => {
    await install('connected', {
      settings: [{ name: 'url', type: 'input', title: 'URL' }],
      permissions: { sockets: ['setting:url'] },
    })
    const imported = (await call('connected', 'list', spellings)) as string[]
    expect(imported.sort()).toEqual(both([...pure, 'net', 'tls']))
  })

  it('load no shared library', async () => {
    await expect(call('computing', 'loadEngine', '/tmp/engine.so')).rejects.toThrow(
      'permission model',
    )
  })
})
