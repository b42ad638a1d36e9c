import type { Page } from '@playwright/test'
import { runAxe } from './support/axe.ts'
import { hydrate } from './support/hydration.ts'
import { setCookies } from './support/screens.ts'
import { askAs, logInAsAdmin } from './support/seed.ts'
import { startSite, type Site } from './support/site.ts'
import { expect, test as base } from './support/test.ts'

const test = base.extend<object, { site: Site }>({
  site: [
    async ({ engine }, provide) => {
      const site = await startSite(engine, {})
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 360_000 },
  ],
})

const orange = 'rgb(194, 65, 12)'
const header = (page: Page) => page.locator('body > header')

async function expectContrast(page: Page) {
  expect(await runAxe(page, 'body > header')).toEqual([])
}

test('an admin draws the header in the primary color, and it can be read on every page', async ({
  page,
  context,
  browser,
  site,
}) => {
  const admin = await logInAsAdmin(site)
  const { id, url_title } = await askAs(site, admin)
  await setCookies(context, site, admin, { theme: 'light', locale: 'en_US' })
  await page.goto('/admin/themes')
  await hydrate(page)
  await page.getByRole('textbox', { name: 'Primary color' }).fill('#c2410c')
  await expect(page.getByText(/Contrast of the header/)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Primary color' }).check()
  await expect(page.getByText(/Contrast of the header \d+\.\d:1\./)).toHaveCount(2)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await expect(header(page)).toHaveCSS('background-color', orange)

  for (const theme of ['light', 'dark'] as const) {
    await setCookies(context, site, admin, { theme, locale: 'en_US' })
    for (const path of ['/', `/questions/${id}/${url_title}`, '/admin']) {
      await page.goto(path)
      await hydrate(page)
      await expectContrast(page)
    }
    await page.getByRole('combobox', { name: 'Search' }).focus()
    await expectContrast(page)
    await page.getByRole('button', { name: /^Account/ }).click()
    const menu = page.locator('#account-menu')
    const raised = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--raised'),
    )
    expect(
      await menu.evaluate((element) => getComputedStyle(element).getPropertyValue('--raised')),
    ).toBe(raised)
    await expectContrast(page)
  }

  const visitor = await browser.newPage({ baseURL: site.url, javaScriptEnabled: false })
  await visitor.goto('/')
  await expect(header(visitor)).toHaveCSS('background-color', orange)
  await visitor.close()
})
