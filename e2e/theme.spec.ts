import type { Browser } from '@playwright/test'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

type Scheme = 'light' | 'dark'

/** The colours of the page at its first paint, and later, once everything has loaded. */
async function colours(browser: Browser, site: Site, system: Scheme, cookie: Scheme | null) {
  const context = await browser.newContext({ baseURL: site.url, colorScheme: system })
  if (cookie !== null) await context.addCookies([{ name: 'theme', value: cookie, url: site.url }])
  const page = await context.newPage()
  await page.addInitScript(() => {
    new PerformanceObserver((list, observer) => {
      if (!list.getEntries().some(({ name }) => name === 'first-paint')) return
      observer.disconnect()
      const background = getComputedStyle(document.body).backgroundColor
      Object.assign(window, { firstPaint: background })
    }).observe({ type: 'paint', buffered: true })
  })
  // Slow scripts: what is right must be right without them.
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.goto('/')
  await page.waitForFunction(() => 'firstPaint' in window)
  const first = await page.evaluate(() => (window as unknown as { firstPaint: string }).firstPaint)
  await page.mouse.move(200, 200)
  await page.waitForLoadState('networkidle')
  const last = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await context.close()
  return { first, last, canvas }
}

const isDark = (colour: string) =>
  (colour.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < 60)

for (const [system, cookie, wanted] of [
  ['light', null, 'light'],
  ['dark', null, 'dark'],
  ['light', 'dark', 'dark'],
  ['dark', 'light', 'light'],
] as const) {
  test(`system ${system}, choice ${cookie ?? 'none'}: ${wanted} from the first paint on`, async ({
    browser,
    site,
  }) => {
    const { first, last, canvas } = await colours(browser, site, system, cookie)
    expect(isDark(first)).toBe(wanted === 'dark')
    expect(last).toBe(first)
    expect(canvas).toBe(wanted)
  })
}

test('a system that changes its mind does not override a choice', async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([{ name: 'theme', value: 'light', url: site.url }])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(before)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'light' })

  test('the choice is made by a form and holds', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto('/users/login')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
