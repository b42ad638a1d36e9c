import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPackage } from '@stoa/plugin-kit/package'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../services/ports.ts'
import { packPlugin } from './plugins.ts'

const folders = globSync('plugins/*/plugin.json', { cwd: rootDir }).map(dirname).sort()

describe('plugins of this repository', () => {
  it.each(folders)('%s is a package that a site accepts', async (folder) => {
    const { manifest, files } = await readPackage(await packPlugin(join(rootDir, folder)))
    expect(folder).toBe(`plugins/${manifest.slug}`)
    const code = files.get('server.js')?.toString() ?? ''
    // The plugin host provides these imports, and no require.
    for (const [, name = ''] of code.matchAll(/^import .*?"([^"]+)";?$/gm))
      expect(name).toMatch(/^(@stoa\/plugin-kit\/server|(node:)?[a-z_]+)$/)
    expect(code).not.toMatch(/createRequire|\bimport\(/)
  })

  it.each(folders)('%s has the messages that its code names', async (folder) => {
    const { manifest, files } = await readPackage(await packPlugin(join(rootDir, folder)))
    const code = files.get('server.js')?.toString() ?? ''
    const keys = [...code.matchAll(/\bt\("([a-z][\w.]*)"/g)].map(([, key]) => key ?? '')
    expect(Object.keys(manifest.messages['en_US'] ?? {})).toEqual(expect.arrayContaining(keys))
    if (folder === 'plugins/google-login')
      expect(new Set(keys)).toEqual(new Set(['denied', 'domain', 'failed', 'unconfigured']))
  })

  it('become the same bytes each time', async () => {
    const folder = join(rootDir, folders[0] ?? '')
    expect(await packPlugin(folder)).toEqual(await packPlugin(folder))
  })
})
