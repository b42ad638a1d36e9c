import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { getLayoutShift, recordLayoutShifts } from './support/layout-shift.ts'
import { hydrate } from './support/hydration.ts'
import { askAs, logInAsAdmin } from './support/seed.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const body = [
  'An image: ![The plan](https://images.example/plan.png)',
  '```sql\nSELECT 1;\nSELECT 2;\n```',
  `| ${'A wide column | '.repeat(12)}\n|${'---|'.repeat(12)}\n| ${'words | '.repeat(12)}`,
  `\`\`\`\n${'a long line '.repeat(30)}\n\`\`\``,
].join('\n\n')

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function aQuestion(site: Site, title: string) {
  const sample = { title, body, tags: ['prose'] }
  const { id, url_title } = await askAs(site, await logInAsAdmin(site), sample)
  return `/questions/${id}/${url_title}`
}

let first = ''
let second = ''

test.beforeAll(async ({ site }) => {
  first = await aQuestion(site, 'A question with everything in its text')
  second = await aQuestion(site, 'Another question with everything in it')
})

/** Records requests for external images. */
async function recordImageRequests(page: Page) {
  const requests: string[] = []
  await page.route('https://images.example/**', async (route) => {
    requests.push(route.request().url())
    await route.fulfill({ contentType: 'image/png', body: pixel })
  })
  return requests
}

const externalImage = (page: Page) => page.getByRole('img', { name: 'The plan' })
const isShown = (page: Page) =>
  externalImage(page).evaluate(
    (image: HTMLImageElement) => image.complete && image.naturalWidth > 0,
  )

test('an external image is a link until it is displayed on this page', async ({ page }) => {
  const requests = await recordImageRequests(page)
  const response = await page.goto(first)
  await hydrate(page)
  await expect(page.getByText('This post contains 1 image from another site.')).toBeVisible()
  await expect(page.locator('.prose a.external-image')).toHaveAttribute(
    'href',
    'https://images.example/plan.png',
  )
  expect(response?.headers()['content-security-policy']).toContain(`img-src 'self' data:;`)
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Display below' }).click()
  await expect(page).toHaveURL(/external=show/)
  await expect.poll(() => isShown(page)).toBe(true)
  await page.goto(second)
  await expect(page.getByRole('button', { name: 'Display below' })).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('“always display” is remembered by this browser only', async ({ page, browser, site }) => {
  const requests = await recordImageRequests(page)
  await page.goto(first)
  await page.getByRole('button', { name: 'Always display' }).click()
  await expect.poll(() => isShown(page)).toBe(true)
  await page.goto(second)
  await expect.poll(() => isShown(page)).toBe(true)
  await expect(page.getByRole('button', { name: 'Display below' })).toHaveCount(0)
  expect(requests.length).toBeGreaterThan(0)
  const other = await browser.newPage({ baseURL: site.url })
  await other.goto(first)
  await expect(other.getByRole('button', { name: 'Display below' })).toBeVisible()
  await other.close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('external images can be displayed once or always', async ({ page }) => {
    const requests = await recordImageRequests(page)
    await page.goto(first)
    await expect(page.locator('.prose a.external-image')).toBeVisible()
    await page.getByRole('button', { name: 'Display below' }).click()
    await expect(page.locator('.prose img[src]')).toHaveCount(1)
    await page.goto(second)
    await page.getByRole('button', { name: 'Always display' }).click()
    await expect(page.locator('.prose img[src]')).toHaveCount(1)
    expect(requests.length).toBeGreaterThan(0)
    await expect(page.locator('.code-copy')).toHaveCount(0)
  })
})

test('code gets a copy button on hydration, without layout shift', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await recordLayoutShifts(page)
  await page.goto(first, { waitUntil: 'networkidle' })
  await expect(page.locator('.code-copy')).toHaveCount(0)
  const before = await page.locator('.prose').boundingBox()
  await hydrate(page)
  const copy = page.getByRole('button', { name: 'Copy code' })
  await expect(copy).toHaveCount(2)
  expect(await page.locator('.prose').boundingBox()).toEqual(before)
  expect((await getLayoutShift(page)).sum).toBe(0)
  await copy.first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('SELECT 1;\nSELECT 2;\n')
  const { violations } = await new AxeBuilder({ page }).include('.prose').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('the copy button label is in the page language', async ({ page, context, site }) => {
  await context.addCookies([{ name: 'lang', value: 'zh_CN', url: site.url }])
  await page.goto(first)
  await hydrate(page)
  await expect(page.getByRole('button', { name: '复制代码' })).toHaveCount(2)
})

test('wide tables and long lines scroll within their box on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(first)
  const scrolls = (selector: string) =>
    page
      .locator(selector)
      .last()
      .evaluate((box) => box.scrollWidth > box.clientWidth + 20)
  expect(await scrolls('.prose .table-scroll')).toBe(true)
  expect(await scrolls('.prose pre')).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.locator('.prose .table-scroll').focus()
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => page.locator('.prose .table-scroll').evaluate((box) => box.scrollLeft))
    .toBeGreaterThan(0)
})
