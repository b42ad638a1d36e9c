import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resultsDir } from '../ci/results.ts'
import { rootDir } from '../services/ports.ts'
import { buildServer } from './server.ts'
import { isStale } from './stale.ts'
import { buildWeb } from './web.ts'

const folder = join(resultsDir, 'gallery')
const webDir = join(folder, 'web/build')
const serverDir = join(folder, 'server')

/** The product with the component gallery, which production builds do not have. */
export const galleryBundle = join(serverDir, 'dist/stoa.js')

export async function buildGallery() {
  const pages = join(webDir, 'server/index.js')
  if (isStale(pages, 'web')) {
    rmSync(webDir, { recursive: true, force: true })
    buildWeb({ WEB_BUILD_DIR: webDir, WEB_GALLERY: 'true' })
  }
  rmSync(serverDir, { recursive: true, force: true })
  mkdirSync(serverDir, { recursive: true })
  // The bundle locates its pages, migrations, fonts, demo content and dependencies relative to itself.
  for (const name of ['demo-content', 'drizzle', 'fonts', 'node_modules']) {
    symlinkSync(join(rootDir, 'apps/server', name), join(serverDir, name))
  }
  await buildServer(pages, dirname(galleryBundle))
}
