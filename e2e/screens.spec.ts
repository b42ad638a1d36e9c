// Loads every screen once per appearance and runs all checks that apply to every screen.
import type { BrowserContext, Page } from '@playwright/test'
import { findAxeViolationsInDarkMode, findAxeViolations } from './support/axe.ts'
import { trackRequests } from './support/idle-network.ts'
import { prepareInstallerVisits } from './support/installer-screens.ts'
import { getLayoutShift, findMovedControls, recordLayoutShifts } from './support/layout-shift.ts'
import { hydrate } from './support/hydration.ts'
import {
  listScreens,
  setCookies,
  prepareVisits,
  seedExample,
  type Appearance,
  type Visit,
} from './support/screens.ts'
import type { Site } from './support/site.ts'
import { findSmallTargets } from './support/targets.ts'
import { expect, test } from './support/test.ts'

// These are the slowest tests; running them in parallel halves the time.
test.describe.configure({ mode: 'parallel' })

// One test for each area, so that none takes long on a busy machine.
const areas = [...new Set(listScreens().map(({ area }) => area))].filter((area) => area !== 'dev')

let visits: Visit[] = []
let installer: Awaited<ReturnType<typeof prepareInstallerVisits>>

test.beforeAll(async ({ site }) => {
  installer = await prepareInstallerVisits(site)
  visits = [...(await prepareVisits(site, await seedExample(site))), ...installer.visits]
})

test.afterAll(() => installer.stop())

type CheckOptions = { page: Page; context: BrowserContext; site: Site }
type Check = (page: Page, waitForIdleNetwork: () => Promise<void>) => Promise<string[]>

/** Loads every screen of an area without cache and returns the problems found by the checks. */
async function checkScreens(
  area: string,
  { page, context, site }: CheckOptions,
  appearance: Appearance,
  checks: Check[],
) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await recordLayoutShifts(page)
  const waitForIdleNetwork = trackRequests(page)
  const problems: string[] = []
  for (const { path, as, status } of visits.filter(({ screen }) => screen.area === area)) {
    await setCookies(context, site, as, appearance)
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(status)
    await expect(page.locator('html')).toHaveAttribute(
      'dir',
      appearance.locale === 'ar' ? 'rtl' : 'ltr',
    )
    await hydrate(page)
    for (const check of checks) {
      const found = await check(page, waitForIdleNetwork)
      problems.push(...found.map((problem) => `${path}: ${problem}`))
    }
  }
  return problems
}

const findMovement: Check = async (page, waitForIdleNetwork) => {
  await waitForIdleNetwork()
  const { sum, what: sources } = await getLayoutShift(page)
  const moved = await findMovedControls(page)
  return [...(sum > 0.02 ? [`shifts by ${sum.toFixed(4)} (${sources})`] : []), ...moved]
}

const findOverflow = async (page: Page): Promise<string[]> => {
  const overflows: string[] = []
  const viewport = page.viewportSize()
  for (const width of [320, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const scrollWidth = await widthOf(page, width)
    if (scrollWidth > width) overflows.push(`${scrollWidth} px wide at ${width} px`)
  }
  if (viewport !== null) await page.setViewportSize(viewport)
  return overflows
}

/** Returns the width of the page. If it is too wide, it may not have been laid out yet, so measure again. */
function widthOf(page: Page, width: number) {
  return page.evaluate(async (maxWidth) => {
    const root = document.documentElement
    if (root.scrollWidth <= maxWidth) return root.scrollWidth
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return root.scrollWidth
  }, width)
}

const findViolations: Check = (page) => findAxeViolations(page)
const findDarkModeViolations: Check = (page) => findAxeViolationsInDarkMode(page)
const findTargetsBelow =
  (minSize: number): Check =>
  (page) =>
    findSmallTargets(page, minSize)

for (const area of areas) {
  test(`screens of ${area} have no layout shift, are accessible in light and dark, fit the window and have 24 px targets`, async ({
    page,
    context,
    site,
  }) => {
    test.setTimeout(600_000)
    const checks = [
      findMovement,
      findViolations,
      findDarkModeViolations,
      findTargetsBelow(24),
      findOverflow,
    ]
    const appearance = { theme: 'system', locale: 'en_US' } as const
    expect(await checkScreens(area, { page, context, site }, appearance, checks)).toEqual([])
  })

  test(`screens of ${area} are accessible and fit the window in right-to-left`, async ({
    page,
    context,
    site,
  }) => {
    test.setTimeout(600_000)
    const appearance = { theme: 'light', locale: 'ar' } as const
    const checks = [findViolations, findOverflow]
    expect(await checkScreens(area, { page, context, site }, appearance, checks)).toEqual([])
  })

  test.describe('on mobile', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test(`screens of ${area} have no layout shift and have 44 px targets`, async ({
      page,
      context,
      site,
    }) => {
      test.setTimeout(600_000)
      const appearance = { theme: 'light', locale: 'en_US' } as const
      const checks = [findMovement, findTargetsBelow(44)]
      expect(await checkScreens(area, { page, context, site }, appearance, checks)).toEqual([])
    })
  })
}

test('the layout shift check detects a shift', async ({ page }) => {
  await recordLayoutShifts(page)
  await page.goto('/')
  await page.evaluate(() => {
    const late = document.createElement('div')
    late.style.height = '200px'
    document.body.prepend(late)
  })
  await expect.poll(async () => (await getLayoutShift(page)).sum).toBeGreaterThan(0.02)
})

test('the overflow check detects a page that is too wide', async ({ page }) => {
  await page.setContent('<div style="width: 900px">wide</div>')
  expect(await findOverflow(page)).toEqual(['908 px wide at 320 px', '908 px wide at 768 px'])
})

test('axe detects an image without alt text', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>A page</title><main><h1>A page</h1><img src="data:," /></main>',
  )
  expect(await findAxeViolations(page)).toEqual(['image-alt img'])
})

test('axe detects low contrast in dark mode', async ({ page }) => {
  await page.setContent(`<html lang="en"><title>A page</title>
    <style>html { color-scheme: light } @media (prefers-color-scheme: dark) { html { color-scheme: dark } p { color: #777; background: #666 } }</style>
    <main><h1>A page</h1><p>Some words</p></main>`)
  expect(await findAxeViolations(page)).toEqual([])
  expect(await findAxeViolationsInDarkMode(page)).toEqual(['dark mode: color-contrast p'])
})
