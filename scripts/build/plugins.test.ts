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
    expect([...files.keys()]).toContain('server.js')
  })

  it('become the same bytes each time', async () => {
    const folder = join(rootDir, folders[0] ?? '')
    expect(await packPlugin(folder)).toEqual(await packPlugin(folder))
  })
})
