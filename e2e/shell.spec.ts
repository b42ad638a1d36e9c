import type { Page } from '@playwright/test'
import { layoutShift, movedControls, watchLayout } from './support/layout-shift.ts'
import { wake } from './support/running.ts'
import { enter, visitEveryScreen, type Visit } from './support/screens.ts'
import { smallTargets } from './support/targets.ts'
import { expect, test } from './support/test.ts'

let visits: Visit[] = []

test.beforeAll(async ({ site }) => {
  visits = await visitEveryScreen(site)
})

const english = { theme: 'light', locale: 'en_US' } as const

test('nothing moves while any screen loads, with nothing in the cache', async ({
  browser,
  site,
}) => {
  test.setTimeout(540_000)
  const moved: string[] = []
  let most = 0
  const walk = async (width: number) => {
    const viewport = { width, height: 800 }
    const context = await browser.newContext({ baseURL: site.url, viewport })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await watchLayout(page)
    for (const { path, as } of visits) {
      await enter(context, site, as, english)
      await page.goto(path)
      await wake(page)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(200)
      const { sum, what } = await layoutShift(page)
      most = Math.max(most, sum)
      if (sum > 0.02) moved.push(`${path} at ${width}: ${sum.toFixed(4)} (${what})`)
      for (const control of await movedControls(page)) {
        moved.push(`${path} at ${width}: ${control}`)
      }
    }
    await context.close()
  }
  // Side by side: most of the time is spent waiting for what may still move.
  await Promise.all([walk(1280), walk(390)])
  test.info().annotations.push({ type: 'largest CLS', description: most.toFixed(4) })
  expect(moved).toEqual([])
})

test('the watch sees a page that moves', async ({ page }) => {
  await watchLayout(page)
  await page.goto('/')
  await page.evaluate(() => {
    const late = document.createElement('div')
    late.style.height = '200px'
    document.body.prepend(late)
  })
  await expect.poll(async () => (await layoutShift(page)).sum).toBeGreaterThan(0.02)
})

/** How wide a page is in a window of some width; one that seems too wide may not be drawn for that width yet. */
function widthOf(page: Page, width: number) {
  return page.evaluate(async (most) => {
    const root = document.documentElement
    if (root.scrollWidth <= most) return root.scrollWidth
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return root.scrollWidth
  }, width)
}

test('no screen is wider than the window, from 320 to 1920 px', async ({ page, context, site }) => {
  test.setTimeout(540_000)
  const wide: string[] = []
  for (const locale of ['en_US', 'ar'] as const) {
    for (const { path, as } of visits) {
      await enter(context, site, as, { theme: 'light', locale })
      await page.goto(path)
      await wake(page)
      for (const width of [320, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const scrollWidth = await widthOf(page, width)
        if (scrollWidth > width) wide.push(`${path} (${locale}) at ${width}: ${scrollWidth}`)
      }
    }
  }
  expect(wide).toEqual([])
})

test('every control of every screen can be hit: 24 px', async ({ page, context, site }) => {
  test.setTimeout(360_000)
  expect(await smallOn(page, 24, (as) => enter(context, site, as, english))).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('every control of every screen can be hit: 44 px', async ({ page, context, site }) => {
    test.setTimeout(360_000)
    expect(await smallOn(page, 44, (as) => enter(context, site, as, english))).toEqual([])
  })

  test('the navigation is a drawer that opens, closes and gives the focus back', async ({
    page,
  }) => {
    await page.goto('/')
    const opener = page.getByRole('button', { name: 'Open the menu' })
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav).toBeHidden()
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(nav).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(nav).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.tap()
    await nav.getByRole('link', { name: 'Questions' }).tap()
    await expect(page).toHaveURL('/questions')
    await expect(nav).toBeHidden()
  })
})

test('header and navigation stay in sight while the page scrolls', async ({ page }) => {
  await page.goto('/')
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400)
  await expect(page.getByRole('link', { name: 'Ask a question' }).first()).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Questions', exact: true })).toBeInViewport()
})

test('no link of the frame leads nowhere', async ({ page, site, context }) => {
  const member = visits.find(({ screen }) => screen.guard === 'member')?.as ?? null
  for (const as of [null, member]) {
    await enter(context, site, as, english)
    await page.goto('/')
    const links = await page
      .locator('header a, nav a, footer a')
      .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href))
    for (const link of new Set(links)) {
      expect((await page.request.get(link)).status(), link).toBeLessThan(400)
    }
  }
})

type Enter = (as: Visit['as']) => Promise<void>

async function smallOn(page: Page, least: number, enterAs: Enter): Promise<string[]> {
  const found: string[] = []
  for (const { path, as } of visits) {
    await enterAs(as)
    await page.goto(path)
    found.push(...(await smallTargets(page, least)).map((small) => `${path}: ${small}`))
  }
  return found
}
