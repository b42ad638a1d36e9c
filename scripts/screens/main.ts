// `pnpm screens [part of a path]`: photographs every screen of a seeded site into .screens/, with one
// contact sheet for each area.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../../e2e/support/browser.ts'
import { visitEveryScreen } from '../../e2e/support/screens.ts'
import { startSite } from '../../e2e/support/site.ts'
import { buildServer, serverBundle } from '../build/server.ts'
import { isStale } from '../build/stale.ts'
import { buildWeb, webBundle } from '../build/web.ts'
import { rootDir } from '../services/ports.ts'
import { photograph } from './photograph.ts'
import { writeSheet } from './sheet.ts'

const folder = join(rootDir, '.screens')
const wanted = process.argv[2] ?? ''

if (isStale(serverBundle, 'server')) await buildServer()
if (isStale(webBundle, 'web')) buildWeb()

const site = await startSite('postgres')
const browser = await launchBrowser()
try {
  const visits = await visitEveryScreen(site)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const chosen = visits.filter(({ screen }) => screen.path.includes(wanted))
  for (const [area, some] of Map.groupBy(chosen, ({ screen }) => screen.area)) {
    const photos = await photograph(browser, site, some, join(folder, area))
    console.log(await writeSheet(browser, area, photos, folder))
  }
} finally {
  await browser.close()
  await site.stop()
}
