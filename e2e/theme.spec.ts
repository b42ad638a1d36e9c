import type { Browser } from '@playwright/test'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

type Scheme = 'light' | 'dark'

/** Returns the background color at first paint and after everything has loaded. */
async function readColors(browser: Browser, site: Site, system: Scheme, cookie: Scheme | null) {
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
  // Delay scripts: the theme must be right without them.
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

const isDark = (color: string) =>
  (color.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < 60)

for (const [system, cookie, expected] of [
  ['light', null, 'light'],
  ['dark', null, 'dark'],
  ['light', 'dark', 'dark'],
  ['dark', 'light', 'light'],
] as const) {
  test(`system ${system}, choice ${cookie ?? 'none'}: ${expected} from first paint`, async ({
    browser,
    site,
  }) => {
    const { first, last, canvas } = await readColors(browser, site, system, cookie)
    expect(isDark(first)).toBe(expected === 'dark')
    expect(last).toBe(first)
    expect(canvas).toBe(expected)
  })
}

test('a change of the system theme does not override a choice', async ({ page, context, site }) => {
  await context.addCookies([{ name: 'theme', value: 'light', url: site.url }])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(before)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'light' })

  test('the theme can be chosen with a form and persists', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto('/users/login')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
