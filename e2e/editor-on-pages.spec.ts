import type { Page, Response } from '@playwright/test'
import { holdRequests } from './support/hold-requests.ts'
import { trackRequests } from './support/idle-network.ts'
import { aMember, askAs, type Account } from './support/seed.ts'
import { setCookies } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const label = 'Details'
const appearance = { theme: 'light', locale: 'en_US' } as const
const maxBytes = 250 * 1024

let member: Account
let question: { id: string; url_title: string }

test.beforeAll(async ({ site }) => {
  member = await aMember(site, 'Nadia Kotte')
  question = await askAs(site, member)
})

/** Records the scripts and styles that a page loads. */
function recordAssets(page: Page): Response[] {
  const seen: Response[] = []
  page.on('response', (response) => {
    if (/\/assets\/.*\.(?:js|css)$/.test(response.url())) seen.push(response)
  })
  return seen
}

const fileNames = (assets: Response[]) => assets.map((asset) => asset.url().replace(/.*\//, ''))
const editorAsset = /^(?:workspace|preview-html)/

async function sumBytes(assets: Response[]): Promise<number> {
  let total = 0
  for (const asset of assets) {
    expect(asset.headers()['content-encoding'], asset.url()).toBe('br')
    total += Number(asset.headers()['content-length'])
  }
  return total
}

test('pages without an editor do not load editor assets', async ({ page, context, site }) => {
  const waitForIdleNetwork = trackRequests(page)
  for (const reader of [null, member]) {
    await setCookies(context, site, reader, appearance)
    const assets = recordAssets(page)
    for (const path of ['/', `/questions/${question.id}/${question.url_title}`]) {
      await page.goto(path)
      await page.mouse.move(200, 300)
      await page.keyboard.press('Tab')
      await waitForIdleNetwork()
    }
    expect(fileNames(assets).length).toBeGreaterThan(0)
    expect(fileNames(assets).filter((name) => editorAsset.test(name))).toEqual([])
    page.removeAllListeners('response')
  }
})

test('the plain form says that the editor is still loading', async ({ page, context, site }) => {
  // The text becomes a draft, which other tests must not find.
  const writer = await aMember(site, 'Early Writer')
  await setCookies(context, site, writer, appearance)
  const release = await holdRequests(page, /\/assets\/workspace-.*\.js$/)
  await page.goto('/questions/ask')
  const status = page.getByText('The editor is still loading. You can start writing.').first()
  await expect(status).toBeVisible()
  await page.getByLabel(label).fill('Written early.')
  release()
  await expect(page.getByRole('toolbar', { name: 'Formatting' }).first()).toBeVisible()
  await expect(status).toHaveCount(0)
  await expect(page.locator('textarea[name=content]')).toHaveValue('Written early.')
})

test('the editor is at most 250 KB, and the preview loads on demand', async ({
  page,
  context,
  site,
}) => {
  await setCookies(context, site, member, appearance)
  const assets = recordAssets(page)
  await page.goto('/questions/ask')
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  const first = fileNames(assets).findIndex((name) => editorAsset.test(name))
  expect(first).toBeGreaterThan(-1)
  const editor = assets.filter((asset) => editorAsset.test(fileNames([asset])[0] ?? ''))
  expect(fileNames(editor).filter((name) => name.startsWith('preview'))).toEqual([])
  expect(fileNames(editor).filter((name) => name.endsWith('.js'))).toHaveLength(1)
  expect(await sumBytes(editor)).toBeLessThan(maxBytes)

  assets.length = 0
  await page.getByText('Preview', { exact: true }).click()
  await expect(page.getByText('Nothing to preview yet.')).toBeVisible()
  expect(fileNames(assets).some((name) => name.startsWith('preview-html'))).toBe(true)
  expect(await sumBytes(assets)).toBeLessThan(maxBytes)
})

test('the editor has the size of the text area it replaces', async ({
  browser,
  page,
  context,
  site,
}) => {
  await setCookies(context, site, member, appearance)
  const plainContext = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  await setCookies(plainContext, site, member, appearance)
  const plainPage = await plainContext.newPage()
  for (const width of [1280, 390]) {
    await plainPage.setViewportSize({ width, height: 900 })
    await page.setViewportSize({ width, height: 900 })
    await plainPage.goto('/questions/ask')
    await page.goto('/questions/ask')
    await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
    const before = await plainPage.locator('.editor').first().boundingBox()
    const after = await page.locator('.editor').first().boundingBox()
    expect(after, `${width} px wide`).toEqual(before)
  }
  await plainContext.close()
})

test('a missing text is reported at the editor, which gets the focus', async ({
  page,
  context,
  site,
}) => {
  await setCookies(context, site, member, appearance)
  await page.goto('/questions/ask')
  const editor = page.getByRole('textbox', { name: label })
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('A question without any text?')
  await page.getByLabel('Tags').fill('editors')
  await page.getByRole('button', { name: 'Post question' }).click()
  await expect(editor).toHaveAttribute('aria-invalid', 'true')
  await expect(editor).toBeFocused()
  await page.keyboard.type('Now there is a text.')
  await expect(editor).not.toHaveAttribute('aria-invalid', 'true')
})
