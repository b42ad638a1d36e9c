import { chromium as playwright } from '@playwright/test'
import { chromium } from './support/chromium.ts'
import { aMember, seedQuestions } from './support/seed.ts'
import { setCookies } from './support/screens.ts'
import { expect, test } from './support/test.ts'

test.beforeAll(({ site }) => seedQuestions(site))

const appearance = { theme: 'light', locale: 'en_US' } as const

test.describe('on mobile', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the navigation is a drawer that opens, closes and returns the focus', async ({ page }) => {
    await page.goto('/')
    const opener = page.getByRole('button', { name: 'Open menu' })
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

  test('the drawer has the site name, a close button, and what the header has no room for', async ({
    page,
  }) => {
    await page.goto('/tags')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const nav = page.getByRole('navigation', { name: 'Main' })
    for (const name of ['Stoa', 'Ask a question', 'Log in', 'Sign up'])
      await expect(nav.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await expect(nav.getByRole('group', { name: 'Theme' })).toBeInViewport({ ratio: 1 })
    await nav.locator('summary').tap()
    await expect(nav.getByRole('button', { name: '简体中文' })).toBeInViewport({ ratio: 1 })
    await nav.locator('summary').tap()
    await nav.getByRole('button', { name: 'Close menu' }).tap()
    await expect(nav).toBeHidden()
  })

  for (const width of [320, 390])
    test(`the logo is above the text on pages without a menu, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/users/login')
      const logo = await page.getByRole('banner').locator('svg').first().boundingBox()
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(logo?.x).toBe(title?.x)
    })

  for (const width of [320, 390])
    test(`the language menu of the footer is on the screen, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/tags')
      const footer = page.getByRole('contentinfo')
      await footer.locator('summary').tap()
      for (const button of await footer.getByRole('button').all())
        await expect(button).toBeInViewport({ ratio: 1 })
    })
})

// A browser of its own: Playwright hides scrollbars otherwise.
test('nothing moves when a dialog opens, on long and on short pages', async ({ site }) => {
  const browser = await playwright.launch({
    ...chromium,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  for (const height of [600, 6000]) {
    const page = await browser.newPage({ viewport: { width: 1280, height } })
    await page.goto(`${site.url}/questions`)
    const measure = () => page.locator('body').evaluate((body) => body.clientWidth)
    const width = await measure()
    expect(width).toBeLessThan(1280)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    expect(await measure()).toBe(width)
  }
  await browser.close()
})

test('header and navigation stay visible while the page scrolls', async ({ page }) => {
  await page.goto('/')
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400)
  await expect(page.getByRole('link', { name: 'Ask a question' }).first()).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Questions', exact: true })).toBeInViewport()
})

test('a printed question has its text in black and nothing to click', async ({
  page,
  context,
  site,
}) => {
  await setCookies(context, site, await aMember(site, 'Petra Quill'), {
    ...appearance,
    theme: 'dark',
  })
  await page.goto('/')
  await page.locator('main h3 a, main h2 a').first().click()
  await expect(page.locator('.prose').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.prose').first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of ['banner', 'navigation', 'complementary', 'contentinfo', 'button'] as const)
    await expect(page.getByRole(part)).toHaveCount(0)
})

test('no link in header, navigation and footer is broken', async ({ page, site, context }) => {
  for (const as of [null, await aMember(site, 'Nadia Kotte')]) {
    await setCookies(context, site, as, appearance)
    await page.goto('/')
    const links = await page
      .locator('header a, nav a, footer a')
      .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href))
    for (const link of new Set(links)) {
      expect((await page.request.get(link)).status(), link).toBeLessThan(400)
    }
  }
})
