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
})

test('header and navigation stay visible while the page scrolls', async ({ page }) => {
  await page.goto('/')
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400)
  await expect(page.getByRole('link', { name: 'Ask a question' }).first()).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Questions', exact: true })).toBeInViewport()
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
