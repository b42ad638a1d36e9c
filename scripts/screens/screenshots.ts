import type { Browser, Page } from '../../e2e/support/browser.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setVisitCookies, type Appearance, type Visit } from '../../e2e/support/screens.ts'
import type { Site } from '../../e2e/support/site.ts'

export type Screenshot = { screen: string; variant: string; file: string; width: number }

type Variant = Appearance & { name: string; width: number; height: number }

const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }

const variants: Variant[] = [
  { name: 'wide, light', ...wide, theme: 'light', locale: 'en_US' },
  { name: 'wide, dark', ...wide, theme: 'dark', locale: 'en_US' },
  { name: 'wide, right to left', ...wide, theme: 'light', locale: 'ar' },
  { name: 'narrow, light', ...narrow, theme: 'light', locale: 'en_US' },
  { name: 'narrow, dark', ...narrow, theme: 'dark', locale: 'en_US' },
  { name: 'narrow, right to left', ...narrow, theme: 'light', locale: 'ar' },
]

export async function takeScreenshots(
  browser: Browser,
  site: Site,
  visits: Visit[],
  folder: string,
) {
  mkdirSync(folder, { recursive: true })
  const screenshots: Screenshot[] = []
  for (const variant of variants) {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: variant.width, height: variant.height },
      hasTouch: variant.width === narrow.width,
      isMobile: variant.width === narrow.width,
    })
    const page = await context.newPage()
    for (const visit of visits) {
      const { screen } = visit
      await setVisitCookies(context, site, visit, variant)
      const file = join(folder, `${toFileName(screen.path)} ${variant.name}.png`)
      await takeScreenshot(page, visit, file)
      screenshots.push({ screen: screen.path, variant: variant.name, file, width: variant.width })
    }
    await context.close()
  }
  return screenshots
}

async function takeScreenshot(page: Page, { path, open, isFullPage = false }: Visit, file: string) {
  await page.goto(path)
  await open?.(page)
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: file, animations: 'disabled', fullPage: isFullPage })
}

function toFileName(path: string): string {
  const name = path
    .replaceAll('*', 'anything')
    .replaceAll(/[^\w-]+/g, ' ')
    .trim()
  return name === '' ? 'home' : name
}
