// Every screen is loaded once for each look, and everything that must hold on every screen is checked there.
import type { BrowserContext, Page } from '@playwright/test'
import { seriousInTheDark, seriousProblems } from './support/axe.ts'
import { visitInstaller } from './support/install-screens.ts'
import { layoutShift, movedControls, watchLayout } from './support/layout-shift.ts'
import { wake } from './support/running.ts'
import { enter, visitEveryScreen, type Look, type Visit } from './support/screens.ts'
import type { Site } from './support/site.ts'
import { smallTargets } from './support/targets.ts'
import { expect, test } from './support/test.ts'

let visits: Visit[] = []
let installer: Awaited<ReturnType<typeof visitInstaller>>

test.beforeAll(async ({ site }) => {
  installer = await visitInstaller(site)
  visits = [...(await visitEveryScreen(site)), ...installer.visits]
})

test.afterAll(() => installer.stop())

type Sweep = { page: Page; context: BrowserContext; site: Site }
type Check = (page: Page) => Promise<string[]>

/** Loads every screen once with nothing in the cache, and what each check finds on it. */
async function sweep({ page, context, site }: Sweep, look: Look, checks: Check[]) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await watchLayout(page)
  const found: string[] = []
  for (const { path, as, status } of visits) {
    await enter(context, site, as, look)
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(status)
    await expect(page.locator('html')).toHaveAttribute('dir', look.locale === 'ar' ? 'rtl' : 'ltr')
    await wake(page)
    for (const check of checks)
      found.push(...(await check(page)).map((problem) => `${path}: ${problem}`))
  }
  return found
}

const movement: Check = async (page) => {
  await page.waitForLoadState('networkidle')
  const { sum, what } = await layoutShift(page)
  const moved = await movedControls(page)
  return [...(sum > 0.02 ? [`moves by ${sum.toFixed(4)} (${what})`] : []), ...moved]
}

const widths: Check = async (page) => {
  const wide: string[] = []
  const before = page.viewportSize()
  for (const width of [320, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const scrollWidth = await widthOf(page, width)
    if (scrollWidth > width) wide.push(`at ${width} it is ${scrollWidth} wide`)
  }
  if (before !== null) await page.setViewportSize(before)
  return wide
}

/** How wide a page is in a window of some width; one that seems too wide may not be drawn for that width yet. */
function widthOf(page: Page, width: number) {
  return page.evaluate(async (most) => {
    const root = document.documentElement
    if (root.scrollWidth <= most) return root.scrollWidth
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return root.scrollWidth
  }, width)
}

const axe: Check = (page) => seriousProblems(page)
const axeInTheDark: Check = (page) => seriousInTheDark(page)
const targetsOf =
  (least: number): Check =>
  (page) =>
    smallTargets(page, least)

test('every screen holds still, is accessible in light and dark, fits the window and has targets of 24 px', async ({
  page,
  context,
  site,
}) => {
  test.setTimeout(900_000)
  const checks = [movement, axe, axeInTheDark, targetsOf(24), widths]
  const look = { theme: 'system', locale: 'en_US' } as const
  expect(await sweep({ page, context, site }, look, checks)).toEqual([])
})

test('every screen is accessible and fits the window right to left', async ({
  page,
  context,
  site,
}) => {
  test.setTimeout(900_000)
  const look = { theme: 'light', locale: 'ar' } as const
  expect(await sweep({ page, context, site }, look, [axe, widths])).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('every screen holds still and has targets of 44 px', async ({ page, context, site }) => {
    test.setTimeout(900_000)
    const look = { theme: 'light', locale: 'en_US' } as const
    expect(await sweep({ page, context, site }, look, [movement, targetsOf(44)])).toEqual([])
  })
})

test('the movement check sees a page that moves', async ({ page }) => {
  await watchLayout(page)
  await page.goto('/')
  await page.evaluate(() => {
    const late = document.createElement('div')
    late.style.height = '200px'
    document.body.prepend(late)
  })
  await expect.poll(async () => (await layoutShift(page)).sum).toBeGreaterThan(0.02)
})

test('the width check sees a page that is too wide', async ({ page }) => {
  await page.setContent('<div style="width: 900px">wide</div>')
  expect(await widths(page)).toEqual(['at 320 it is 908 wide', 'at 768 it is 908 wide'])
})

test('axe sees an image without alternative text', async ({ page }) => {
  await page.setContent('<html lang="en"><title>A page</title><main><img src="data:," /></main>')
  expect(await seriousProblems(page)).toEqual(['image-alt img'])
})

test('axe sees text that is pale in the dark', async ({ page }) => {
  await page.setContent(`<html lang="en"><title>A page</title>
    <style>html { color-scheme: light } @media (prefers-color-scheme: dark) { html { color-scheme: dark } p { color: #777; background: #666 } }</style>
    <main><h1>A page</h1><p>Some words</p></main>`)
  expect(await seriousProblems(page)).toEqual([])
  expect(await seriousInTheDark(page)).toEqual(['in the dark, color-contrast p'])
})
