// `pnpm screens [part of a path]`: takes screenshots of every screen of a site with demo content and of the component
// gallery into .screens/, with one contact sheet per area.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../../e2e/support/browser.ts'
import { galleryVisits } from '../../e2e/support/gallery.ts'
import { prepareInstallerVisits } from '../../e2e/support/installer-screens.ts'
import { prepareVisits } from '../../e2e/support/screens.ts'
import { startSite } from '../../e2e/support/site.ts'
import { buildGallery, galleryBundle } from '../build/gallery.ts'
import { rootDir } from '../services/ports.ts'
import { prepareExample } from './example.ts'
import { takeScreenshots } from './screenshots.ts'
import { writeSheet } from './sheet.ts'

const folder = join(rootDir, '.screens')
const pathFilter = process.argv[2] ?? ''

await buildGallery()
const site = await startSite('postgres', { bundle: galleryBundle, hasDemoContent: true })
const installer = await prepareInstallerVisits(site, { bundle: galleryBundle })
const browser = await launchBrowser()
try {
  const screens = await prepareVisits(site, await prepareExample(site))
  const visits = [...galleryVisits, ...screens, ...installer.visits]
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const selected = visits.filter(({ screen }) => screen.path.includes(pathFilter))
  for (const [area, visitsOfArea] of Map.groupBy(selected, ({ screen }) => screen.area)) {
    const screenshots = await takeScreenshots(browser, site, visitsOfArea, join(folder, area))
    console.log(await writeSheet(browser, area, screenshots, folder))
  }
} finally {
  await browser.close()
  await installer.stop()
  await site.stop()
}
