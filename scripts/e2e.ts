// `pnpm e2e [playwright arguments]`: the journeys in a real browser, against a fresh build.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildGallery } from './build/gallery.ts'
import { buildServer, serverBundle } from './build/server.ts'
import { isStale } from './build/stale.ts'
import { buildWeb, webBundle } from './build/web.ts'
import { e2eReport, resultsDir } from './check/results.ts'
import { rootDir } from './services/ports.ts'
import { startServices } from './services/services.ts'

await startServices()
if (isStale(serverBundle, 'server')) await buildServer()
if (isStale(webBundle, 'web')) buildWeb()
// Before the tests start: two of them at once would build into the same folder.
await buildGallery()

mkdirSync(resultsDir, { recursive: true })
rmSync(e2eReport, { force: true })
const cwd = join(rootDir, 'e2e')
const { status } = spawnSync(
  join(cwd, 'node_modules/.bin/playwright'),
  [
    'test',
    `--reporter=${process.env['CI'] === undefined ? 'list' : 'dot'},json`,
    ...process.argv.slice(2),
  ],
  { cwd, stdio: 'inherit', env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport } },
)
process.exitCode = status ?? 1
