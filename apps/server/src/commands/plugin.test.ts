import { readPackage } from '@stoa/plugin-kit/package'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveNpm } from '../../test/npm-registry.ts'
import { aPackage } from '../../test/plugins.ts'
import { aSite, type TestSite } from '../../test/site.ts'
import { addPlugin, plugin } from './plugin.ts'
import { packSource, readSource } from './plugin-source.ts'

let folder: string
let site: TestSite
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-plugin-'))
  site = await aSite()
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(...args: string[]) {
  const printed: string[] = []
  process.exitCode = 0
  await plugin(args, { data: false }, (text) => printed.push(text))
  const code = process.exitCode
  process.exitCode = 0
  return { code, output: printed.join('\n') }
}

describe('stoa plugin', () => {
  it('creates a plugin that passes its checks, and packs it to the same bytes each time', async () => {
    const greeting = join(folder, 'greeting')
    expect((await run('new', greeting)).output).toContain('stoa plugin add')
    const { code, output } = await run('check', greeting)
    expect(output).toContain('greeting 0.1.0 is a valid package with 3 file(s).')
    expect(output).toContain('Permissions: add_to_pages, run_in_browser')
    expect(code).toBe(0)
    const [first, second] = [packSource(greeting), packSource(greeting)]
    expect(first.equals(second)).toBe(true)
    const { files } = await readPackage(first)
    expect([...files.keys()]).toEqual(['package.json', 'server.js', 'ui.js'])
  })

  it('leaves out tests, hidden files and installed packages, and refuses links', async () => {
    const slug = join(folder, 'tidy')
    await run('new', slug)
    for (const path of ['.env', 'node_modules/x.js', 'server.test.js', 'old.tgz']) {
      mkdirSync(join(slug, path, '..'), { recursive: true })
      writeFileSync(join(slug, path), 'x')
    }
    const { files } = await readPackage(packSource(slug))
    expect([...files.keys()]).toEqual(['package.json', 'server.js', 'ui.js'])
    symlinkSync('/etc/passwd', join(slug, 'link.js'))
    expect((await run('check', slug)).output).toContain('is neither a file nor a folder')
  })

  it.each([
    [['check', '/nowhere'], '/nowhere does not exist.'],
    [['new', '/tmp/Not A Name'], 'lowercase letters'],
    [['check', '/tmp'], 'has no plugin.json.'],
  ])('%j says what is wrong', async (args, message) => {
    const { code, output } = await run(...args)
    expect(output).toContain(message)
    expect(code).toBe(1)
  })

  it.each([[[]], [['bake']], [['add']], [['list', 'x']], [['enable', 'a', 'b']]])(
    'explains itself for %j',
    async (args) => {
      const { code, output } = await run(...args)
      expect(output).toMatch(/^Usage:/)
      expect(code).toBe(2)
    },
  )

  it('installs the plugin of a folder, and updates it', async () => {
    const greeting = join(folder, 'welcome')
    await run('new', greeting)
    const printed: string[] = []
    await addPlugin(site.ctx, greeting, (text) => printed.push(text))
    expect(printed.at(-1)).toContain('welcome 0.1.0 is installed and disabled.')
    expect(site.ctx.plugins.find('welcome')?.isEnabled).toBe(false)
    await site.ctx.plugins.tryOut('welcome', '0.1.0')
  })
})

describe('a package of npm', () => {
  const archive = aPackage({ slug: 'from-npm', server: 'export default {}' })
  let close: () => void
  beforeAll(async () => {
    close = await serveNpm('stoa-plugin-bread', archive)
  })
  afterAll(() => close())

  it('is downloaded by npm, by name and version', async () => {
    for (const source of ['stoa-plugin-bread', 'stoa-plugin-bread@1.0.0']) {
      const { manifest } = await readPackage(await readSource(source))
      expect(manifest.slug).toBe('from-npm')
    }
  })

  it.each([
    'stoa-plugin-unknown',
    '../bread',
    'git+ssh://example.org/x',
    '--registry=x',
    'a@file:x',
  ])('is not %s', async (source) => {
    await expect(readSource(source)).rejects.toThrow()
  })
})
