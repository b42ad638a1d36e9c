import type { Page } from '@playwright/test'
import { hydrate } from './support/hydration.ts'
import { startSite, type Site } from './support/site.ts'
import { expect, test as base, collectErrors } from './support/test.ts'

const custom = {
  custom_css: '.promo { color: rgb(1, 2, 3) }',
  custom_head: '<meta name="verification" content="abc"><style>.promo { margin: 7px }</style>',
  custom_header:
    '<div class="promo"><p style="letter-spacing: 5px">Meet us on <a href="/questions">Friday</a><script>window.ran = 1</script>',
  custom_footer: '</footer><p id="imprint" onclick="window.ran = 2">Imprint</p>',
  custom_sidebar: '<section><h2>Partners</h2><ul><li>One<li>Two',
}

const test = base.extend<object, { site: Site }>({
  site: [
    async ({ engine }, provide) => {
      const site = await startSite(engine, { settings: { custom_css_html: custom } })
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 360_000 },
  ],
})

async function expectSlots(page: Page) {
  await expect(page.getByText('Meet us on Friday')).toBeVisible()
  await expect(page.getByText('Imprint')).toBeVisible()
  await expect(page.locator('aside').getByRole('heading', { name: 'Partners' })).toBeVisible()
}

test('custom markup is shown in its slots with its styles, and runs no script', async ({
  page,
}) => {
  await page.goto('/')
  await expectSlots(page)
  const [header, promo] = [page.locator('header').first(), page.locator('.promo')]
  expect((await promo.boundingBox())?.y).toBeLessThan((await header.boundingBox())?.y ?? 0)
  await expect(promo).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(promo).toHaveCSS('margin', '7px')
  await expect(promo.locator('p')).toHaveCSS('letter-spacing', '5px')
  await expect(page.locator('head meta[name=verification]')).toHaveAttribute('content', 'abc')
  await page.getByText('Imprint').click()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('custom markup survives hydration and navigation', async ({ page }) => {
  await page.goto('/users/login')
  await expect(page.getByRole('heading', { name: 'Partners' })).toHaveCount(0)
  await hydrate(page)
  await page.getByRole('link', { name: 'Stoa' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
  await expectSlots(page)
  await expect(page.locator('head meta[name=verification]')).toHaveCount(1)
  await page.getByRole('link', { name: 'Friday' }).click()
  await expect(page).toHaveURL('/questions')
  await expectSlots(page)
})

test('custom markup does not weaken the content security policy', async ({ site }) => {
  const response = await fetch(site.url)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+' 'strict-dynamic';/)
  const html = await response.text()
  expect(html).not.toContain('window.ran')
  const css = /\/custom\.css\?v=\w+/.exec(html)?.[0] ?? ''
  const sheet = await fetch(site.url + css)
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await sheet.text()).toBe(custom.custom_css)
})

test('custom markup can be turned off for one page by URL', async ({ page }) => {
  await page.goto('/?safe_mode')
  await expect(page.locator('[data-custom], .promo, link[href^="/custom.css"]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
})

test('custom markup can be turned off for the site by configuration', async ({
  browser,
  engine,
}) => {
  const safe = await startSite(engine, {
    settings: { custom_css_html: custom },
    env: { STOA_SAFE_MODE: 'true' },
  })
  const page = await browser.newPage({ baseURL: safe.url })
  const problems = collectErrors(page)
  await page.goto('/')
  await expect(page.locator('[data-custom], .promo, link[href^="/custom.css"]')).toHaveCount(0)
  expect(problems).toEqual([])
  await page.close()
  await safe.stop()
})
