// Loads every screen once per appearance and runs all checks that apply to every screen.
import type { BrowserContext, Page } from '@playwright/test'
import {
  findAxeViolations,
  findAxeViolationsExceptColors,
  findAxeViolationsInDarkMode,
} from './support/axe.ts'
import { trackRequests } from './support/idle-network.ts'
import { prepareInstallerVisits } from './support/installer-screens.ts'
import { getLayoutShift, findMovedControls, recordLayoutShifts } from './support/layout-shift.ts'
import { hydrate } from './support/hydration.ts'
import {
  listScreens,
  setVisitCookies,
  prepareVisits,
  seedExample,
  type Appearance,
  type Visit,
} from './support/screens.ts'
import type { Site } from './support/site.ts'
import { findSmallTargets } from './support/targets.ts'
import { expect, test as base } from './support/test.ts'

type WorkerFixtures = { visits: Visit[]; installerVisits: Visit[] }

// Fixtures instead of hooks, so that a worker takes the next test when it is free, and starts the installer only if needed.
const test = base.extend<object, WorkerFixtures>({
  visits: [
    async ({ site }, provide) => provide(await prepareVisits(site, await seedExample(site))),
    { scope: 'worker', timeout: 360_000 },
  ],
  installerVisits: [
    async ({ site }, provide) => {
      const installer = await prepareInstallerVisits(site)
      await provide(installer.visits)
      await installer.stop()
    },
    { scope: 'worker', timeout: 360_000 },
  ],
})

// These are the slowest tests; running them in parallel halves the time.
test.describe.configure({ mode: 'parallel' })

const numberOfScreens = new Map<string, number>()
for (const { area } of listScreens())
  numberOfScreens.set(area, (numberOfScreens.get(area) ?? 0) + 1)
// One test for each area, so that none takes long on a busy machine. The longest first, so that none is left at the end.
const areas = [...numberOfScreens]
  .filter(([area]) => area !== 'dev' && area !== 'install')
  .toSorted(([, a], [, b]) => b - a)
  .map(([area]) => area)

type Fixtures = { page: Page; context: BrowserContext; site: Site }
type Check = (
  page: Page,
  waitForIdleNetwork: (idleMs?: number) => Promise<void>,
) => Promise<string[]>
type Variant = { title: string; appearance: Appearance; checks: Check[] }

/** Loads every screen without cache and returns the problems found by the checks. */
async function checkScreens(
  visits: Visit[],
  { page, context, site }: Fixtures,
  { appearance, checks }: Variant,
) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await recordLayoutShifts(page)
  const waitForIdleNetwork = trackRequests(page)
  const problems: string[] = []
  for (const visit of visits) {
    const { path, status } = visit
    await setVisitCookies(context, site, visit, appearance)
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

const desktopWidths = [320, 768, 1024, 1280, 1920]
const mobileWidths = [320, 390]

const findOverflow =
  (widths: number[]): Check =>
  async (page) => {
    const overflows: string[] = []
    const viewport = page.viewportSize()
    for (const width of widths) {
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

const findViolations: Check = async (page, waitForIdleNetwork) => {
  await waitForIdleNetwork(100)
  return findAxeViolations(page)
}
const findViolationsExceptColors: Check = async (page, waitForIdleNetwork) => {
  await waitForIdleNetwork(100)
  return findAxeViolationsExceptColors(page)
}
const findDarkModeViolations: Check = (page) => findAxeViolationsInDarkMode(page)
const findTargetsBelow =
  (minSize: number): Check =>
  (page) =>
    findSmallTargets(page, minSize)

const english = { theme: 'light', locale: 'en_US' } as const

// Axe before the layout shifts, which takes the time in which late ones would happen.
const onDesktop: Variant[] = [
  {
    title:
      'have no layout shift, are accessible in light and dark, fit the window and have 24 px targets',
    appearance: { ...english, theme: 'system' },
    checks: [
      findViolations,
      findMovement,
      findDarkModeViolations,
      findTargetsBelow(24),
      findOverflow(desktopWidths),
    ],
  },
  {
    title: 'are accessible and fit the window in right-to-left',
    appearance: { theme: 'light', locale: 'ar' },
    // No color depends on the direction.
    checks: [findViolationsExceptColors, findOverflow(desktopWidths)],
  },
]

const onMobile: Variant[] = [
  {
    title: 'have no layout shift, are accessible, fit the window and have 44 px targets',
    appearance: english,
    checks: [findViolations, findMovement, findTargetsBelow(44), findOverflow(mobileWidths)],
  },
]

function testVariants(variants: Variant[]) {
  for (const variant of variants) {
    for (const area of areas) {
      test(`screens of ${area} ${variant.title}`, async ({ page, context, site, visits }) => {
        test.setTimeout(600_000)
        const ofArea = visits.filter(({ screen }) => screen.area === area)
        expect(await checkScreens(ofArea, { page, context, site }, variant)).toEqual([])
      })
    }

    test(`screens of install ${variant.title}`, async ({
      page,
      context,
      site,
      installerVisits,
    }) => {
      test.setTimeout(600_000)
      expect(await checkScreens(installerVisits, { page, context, site }, variant)).toEqual([])
    })
  }
}

testVariants(onDesktop)

test.describe('on mobile', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  testVariants(onMobile)
})

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
  const found = await findOverflow(desktopWidths)(page, () => Promise.resolve())
  expect(found).toEqual(['908 px wide at 320 px', '908 px wide at 768 px'])
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
