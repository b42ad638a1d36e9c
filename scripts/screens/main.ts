// `pnpm screens [part of a path]`: photographs every screen of a seeded site and the gallery of all
// pieces into .screens/, with one contact sheet for each area.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../../e2e/support/browser.ts'
import { galleryVisits } from '../../e2e/support/gallery.ts'
import { visitInstaller } from '../../e2e/support/install-screens.ts'
import { visitEveryScreen } from '../../e2e/support/screens.ts'
import { startSite } from '../../e2e/support/site.ts'
import { buildGallery, galleryBundle } from '../build/gallery.ts'
import { rootDir } from '../services/ports.ts'
import { photograph } from './photograph.ts'
import { writeSheet } from './sheet.ts'

const folder = join(rootDir, '.screens')
const wanted = process.argv[2] ?? ''

await buildGallery()
const site = await startSite('postgres', { bundle: galleryBundle })
const installer = await visitInstaller(site, { bundle: galleryBundle })
const browser = await launchBrowser()
try {
  const visits = [...galleryVisits, ...(await visitEveryScreen(site)), ...installer.visits]
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const chosen = visits.filter(({ screen }) => screen.path.includes(wanted))
  for (const [area, some] of Map.groupBy(chosen, ({ screen }) => screen.area)) {
    const photos = await photograph(browser, site, some, join(folder, area))
    console.log(await writeSheet(browser, area, photos, folder))
  }
} finally {
  await browser.close()
  await installer.stop()
  await site.stop()
}
