// `pnpm e2e [playwright arguments]`: end-to-end tests in a real browser, against a fresh build.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildGallery } from './build/gallery.ts'
import { buildProduct } from './build/product.ts'
import { rootDir } from './services/ports.ts'
import { startServices } from './services/services.ts'

await startServices()
await buildProduct()
// Built before the tests, because two concurrent tests would build into the same folder.
await buildGallery()

const cwd = join(rootDir, 'e2e')
const { status } = spawnSync(
  join(cwd, 'node_modules/.bin/playwright'),
  [
    'test',
    `--reporter=${process.env['CI'] === undefined ? 'list' : 'dot'},./support/results-reporter.ts`,
    ...process.argv.slice(2),
  ],
  { cwd, stdio: 'inherit' },
)
process.exitCode = status ?? 1
