import type { Locator, Page } from '@playwright/test'
import { runAxe } from './support/axe.ts'
import { getLayoutShift, recordLayoutShifts } from './support/layout-shift.ts'
import { hydrate } from './support/hydration.ts'
import { askAs, logInAsAdmin } from './support/seed.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const everything = [
  'An image: ![The plan](https://images.example/plan.png)',
  '```sql db/plan.sql\nSELECT 1;\nSELECT 2;\n```',
  `| ${'A wide column | '.repeat(12)}\n|${'---|'.repeat(12)}\n| ${'words | '.repeat(12)}`,
  `\`\`\`\n${'a long line '.repeat(30)}\n\`\`\``,
]

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function aQuestion(site: Site, title: string, parts = everything) {
  const sample = { title, body: parts.join('\n\n'), tags: ['prose'] }
  const { id, url_title } = await askAs(site, await logInAsAdmin(site), sample)
  return `/questions/${id}/${url_title}`
}

let first = ''
let second = ''

test.beforeAll(async ({ site }) => {
  first = await aQuestion(site, 'A question with everything in its text')
  second = await aQuestion(site, 'Another question with everything in it')
})

const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

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
    await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(0)
  })
})

test('code gets a copy button on hydration, without layout shift', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await recordLayoutShifts(page)
  await page.goto(first, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(0)
  const before = await page.locator('.prose').boundingBox()
  await hydrate(page)
  const copy = page.getByRole('button', { name: 'Copy code' })
  await expect(copy).toHaveCount(2)
  expect(await page.locator('.prose').boundingBox()).toEqual(before)
  expect((await getLayoutShift(page)).sum).toBe(0)
  await copy.first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('SELECT 1;\nSELECT 2;\n')
  expect((await runAxe(page, '.prose')).map(({ id }) => id)).toEqual([])
})

test('code has a head with its language, its file and a switch that wraps lines', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(first)
  const blocks = page.locator('.prose .code-block')
  await expect(blocks.first().locator('header')).toHaveText('SQL db/plan.sql')
  await hydrate(page)
  const copy = await boxOf(blocks.last().getByRole('button', { name: 'Copy code' }))
  const code = await boxOf(blocks.last().locator('code'))
  expect(copy.y + copy.height).toBeLessThanOrEqual(code.y)
  const wrap = blocks.last().getByRole('button', { name: 'Wrap lines' })
  await wrap.click()
  await expect(wrap).toHaveAttribute('aria-pressed', 'true')
  const isScrollable = () =>
    blocks.last().evaluate((block) => {
      const box = block.querySelector('pre')
      return box !== null && box.scrollWidth > box.clientWidth
    })
  expect(await isScrollable()).toBe(false)
  await wrap.click()
  expect(await isScrollable()).toBe(true)
})

test('headings have links to themselves, and a long post has a table of contents', async ({
  page,
  site,
}) => {
  const section = (name: string) => `## ${name}\n\n${'Some words of text. '.repeat(60)}`
  const names = ['Setup', 'What I *tried*', 'Numbers', 'Logs']
  const path = await aQuestion(site, 'A question with many headings in it', names.map(section))
  await page.goto(path)
  const heading = page.getByRole('heading', { name: 'What I tried', exact: true })
  await heading.hover()
  await heading.getByRole('link', { name: 'What I tried' }).click()
  await expect(page).toHaveURL(/#user-content-\d+-what-i-tried$/)
  await expect(heading).toBeInViewport()
  await page.getByText('Contents', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Contents' }).getByText('Logs').click()
  await expect(page).toHaveURL(/-logs$/)
  await expect(page.getByRole('heading', { name: 'Logs' })).toBeInViewport()
  await page.goto(first)
  await expect(page.getByText('Contents', { exact: true })).toHaveCount(0)
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
  const isPageWider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth
  })
  expect(isPageWider).toBe(false)
  await page.locator('.prose .table-scroll').focus()
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => page.locator('.prose .table-scroll').evaluate((box) => box.scrollLeft))
    .toBeGreaterThan(0)
})

test.describe('on phones', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('tables keep readable columns and fade where they go on', async ({
    page,
    context,
    site,
  }) => {
    // The text is left to right, whatever the page is.
    await context.addCookies([{ name: 'lang', value: 'ar', url: site.url }])
    await page.goto(first)
    const table = page.locator('.prose .table-scroll')
    const head = await boxOf(table.locator('th').first())
    expect(head.height).toBeLessThan(50)
    const fadeOf = (side: 'start' | 'end') =>
      table.evaluate((box, name) => getComputedStyle(box).getPropertyValue(`--fade-${name}`), side)
    await expect(table).toHaveCSS('mask-image', /^linear-gradient\(to right/)
    await expect.poll(() => fadeOf('end')).toBe('40px')
    expect(await fadeOf('start')).toBe('0px')
    await table.evaluate((box) => (box.scrollLeft = box.scrollWidth))
    await expect.poll(() => fadeOf('end')).toBe('0px')
    expect(await fadeOf('start')).toBe('40px')
  })

  test('the page is as wide as the screen with buttons in code, and its title has room', async ({
    page,
  }) => {
    await page.goto(first)
    await hydrate(page)
    await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const header = await boxOf(page.getByRole('banner'))
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    expect(title.y - (header.y + header.height)).toBeGreaterThanOrEqual(24)
  })
})
