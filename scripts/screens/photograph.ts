import type { Browser, Page } from '../../e2e/support/browser.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { enter, type Look, type Visit } from '../../e2e/support/screens.ts'
import type { Site } from '../../e2e/support/site.ts'

export type Photo = { screen: string; shot: string; file: string; width: number }

type Shot = Look & { name: string; width: number; height: number }

const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }

const shots: Shot[] = [
  { name: 'wide, light', ...wide, theme: 'light', locale: 'en_US' },
  { name: 'wide, dark', ...wide, theme: 'dark', locale: 'en_US' },
  { name: 'wide, right to left', ...wide, theme: 'light', locale: 'ar' },
  { name: 'narrow, light', ...narrow, theme: 'light', locale: 'en_US' },
  { name: 'narrow, dark', ...narrow, theme: 'dark', locale: 'en_US' },
  { name: 'narrow, right to left', ...narrow, theme: 'light', locale: 'ar' },
]

/** Takes every picture of some screens. */
export async function photograph(browser: Browser, site: Site, visits: Visit[], folder: string) {
  mkdirSync(folder, { recursive: true })
  const photos: Photo[] = []
  for (const shot of shots) {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: shot.width, height: shot.height },
      hasTouch: shot.width === narrow.width,
      isMobile: shot.width === narrow.width,
    })
    const page = await context.newPage()
    for (const visit of visits) {
      const { screen, as } = visit
      await enter(context, site, as, shot)
      const file = join(folder, `${fileName(screen.path)} ${shot.name}.png`)
      await take(page, visit, file)
      photos.push({ screen: screen.path, shot: shot.name, file, width: shot.width })
    }
    await context.close()
  }
  return photos
}

async function take(page: Page, { path, open, isWhole = false }: Visit, file: string) {
  await page.goto(path)
  await open?.(page)
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: file, animations: 'disabled', fullPage: isWhole })
}

function fileName(path: string): string {
  const name = path
    .replaceAll('*', 'anything')
    .replaceAll(/[^\w-]+/g, ' ')
    .trim()
  return name === '' ? 'home' : name
}
