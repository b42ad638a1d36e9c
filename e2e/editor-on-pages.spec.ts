import type { Page, Response } from '@playwright/test'
import { aMember, askAs, type Account } from './support/seed.ts'
import { enter } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const label = 'What you tried and what happened'
const light = { theme: 'light', locale: 'en_US' } as const
const largest = 250 * 1024

let member: Account
let question: { id: string; url_title: string }

test.beforeAll(async ({ site }) => {
  member = await aMember(site, 'Nadia Kotte')
  question = await askAs(site, member)
})

/** The scripts and styles a page fetches from now on. */
function watchAssets(page: Page): Response[] {
  const seen: Response[] = []
  page.on('response', (response) => {
    if (/\/assets\/.*\.(?:js|css)$/.test(response.url())) seen.push(response)
  })
  return seen
}

const names = (assets: Response[]) => assets.map((asset) => asset.url().replace(/.*\//, ''))
const ofEditor = /^(?:desk|preview-html|codemirror)/

async function weigh(assets: Response[]): Promise<number> {
  let total = 0
  for (const asset of assets) {
    expect(asset.headers()['content-encoding'], asset.url()).toBe('br')
    total += Number(asset.headers()['content-length'])
  }
  return total
}

test('no reading page fetches any of the editor, whoever reads', async ({
  page,
  context,
  site,
}) => {
  for (const reader of [null, member]) {
    await enter(context, site, reader, light)
    const assets = watchAssets(page)
    for (const path of ['/', `/questions/${question.id}/${question.url_title}`]) {
      await page.goto(path)
      await page.mouse.move(200, 300)
      await page.keyboard.press('Tab')
      await page.waitForLoadState('networkidle')
    }
    expect(names(assets).length).toBeGreaterThan(0)
    expect(names(assets).filter((name) => ofEditor.test(name))).toEqual([])
    page.removeAllListeners('response')
  }
})

test('the editor weighs at most 250 KB, the preview comes only when it is asked for', async ({
  page,
  context,
  site,
}) => {
  await enter(context, site, member, light)
  const assets = watchAssets(page)
  await page.goto('/questions/ask')
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  const first = names(assets).findIndex((name) => ofEditor.test(name))
  expect(first).toBeGreaterThan(-1)
  const editor = assets.filter((asset) => ofEditor.test(names([asset])[0] ?? ''))
  expect(names(editor).filter((name) => name.startsWith('preview'))).toEqual([])
  expect(await weigh(editor)).toBeLessThan(largest)

  assets.length = 0
  await page.getByText('Preview', { exact: true }).click()
  await expect(page.getByText('Nothing to preview yet.')).toBeVisible()
  expect(names(assets).some((name) => name.startsWith('preview-html'))).toBe(true)
  expect(await weigh(assets)).toBeLessThan(largest)
})

test('the editor takes the room the text area had', async ({ browser, page, context, site }) => {
  await enter(context, site, member, light)
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  await enter(plain, site, member, light)
  const still = await plain.newPage()
  for (const width of [1280, 390]) {
    await still.setViewportSize({ width, height: 900 })
    await page.setViewportSize({ width, height: 900 })
    await still.goto('/questions/ask')
    await page.goto('/questions/ask')
    await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
    const before = await still.locator('.editor').first().boundingBox()
    const after = await page.locator('.editor').first().boundingBox()
    expect(after, `${width} px wide`).toEqual(before)
  }
  await plain.close()
})

test('a form without a text says so at the editor and takes the focus there', async ({
  page,
  context,
  site,
}) => {
  await enter(context, site, member, light)
  await page.goto('/questions/ask')
  const editor = page.getByRole('textbox', { name: label })
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await page.getByLabel('Your question in one sentence').fill('A question without any text?')
  await page.getByLabel('Tags').fill('editors')
  await page.getByRole('button', { name: 'Post the question' }).click()
  await expect(editor).toHaveAttribute('aria-invalid', 'true')
  await expect(editor).toBeFocused()
  await page.keyboard.type('Now there is a text.')
  await expect(editor).not.toHaveAttribute('aria-invalid', 'true')
})
