import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kitVersion } from '@stoa/plugin-kit/manifest'
import { rolldown } from 'rolldown'
import { rootDir } from '../services/ports.ts'

/** What plugins and their tests import. */
const entries = { server: 'server.ts', testing: 'testing.ts', ui: 'ui.tsx' }

/** The kit as a package for Node, which `stoa plugin new` copies into a plugin for its tests. */
export async function buildPluginKit(folder: string) {
  const source = join(rootDir, 'packages/plugin-kit/src')
  const build = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, join(source, file)]),
    ),
    platform: 'node',
    external: [/^react(\/|$)/],
    logLevel: 'warn',
  })
  await build.write({ dir: folder, format: 'esm', chunkFileNames: 'shared/[name].js' })
  await build.close()
  const names = Object.keys(entries)
  const manifest = {
    name: '@stoa/plugin-kit',
    version: kitVersion,
    type: 'module',
    exports: Object.fromEntries(names.map((name) => [`./${name}`, `./${name}.js`])),
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
