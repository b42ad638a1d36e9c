import { join } from 'node:path'
import { packPlugin } from '../scripts/build/plugins.ts'
import { rootDir } from '../scripts/services/ports.ts'
import { installPlugin, uploadPlugin } from '@stoa/contract/features/plugins'
import type { Page } from '@playwright/test'
import { apiClient } from './support/api-client.ts'
import { isHydrated } from './support/hydration.ts'
import { setPlugin } from './support/page-plugins.ts'
import { answerAs, askAs, logInAsAdmin, type Account } from './support/seed.ts'
import { startSite, type Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const plugins = ['math', 'diagrams', 'link-embeds']
const video = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'

const content = `Why does the series $\\sum_{n=1}^{\\infty} \\frac{1}{n^2}$ converge to $\\frac{\\pi^2}{6}$? It cost me $5 and $10 of coffee.

$$
\\begin{aligned}
\\zeta(2) &= \\prod_{p \\text{ prime}} \\frac{1}{1 - p^{-2}} \\\\
&= \\frac{\\pi^2}{6} \\in \\mathbb{R}
\\end{aligned}
$$

$\\frac{oops$

\`\`\`mermaid
graph LR
  accTitle: Steps of the proof
  A[Fourier series] --> B{Parseval}
  B -->|holds| C[Sum of squares]
  B -->|fails| D[Try Euler's product]
\`\`\`

https://youtu.be/dQw4w9WgXcQ`

// Requests with headers of their own would need permission from the frame, which has no origin.
test.use({ extraHTTPHeaders: {} })

let site: Site
let admin: Account
let questionUrl = ''

test.beforeAll(async () => {
  site = await startSite('postgres')
  admin = await logInAsAdmin(site)
  const api = apiClient(site, admin.token)
  for (const slug of plugins) {
    const archive = await packPlugin(join(rootDir, 'plugins', slug))
    const file = new File([new Uint8Array(archive)], 'plugin.tgz', { type: 'application/gzip' })
    const { package_id } = await api.call(uploadPlugin, { file })
    await api.call(installPlugin, { package_id })
    await setPlugin(site, admin.token, slug, true)
  }
  const question = await askAs(site, admin, {
    title: 'Why does it converge?',
    body: content,
    tags: ['math'],
  })
  await answerAs(site, admin, question.id, 'By Euler: $\\sin x$.\n\n```mermaid\ngraph LR\nA--\n```')
  questionUrl = `${site.url}/questions/${question.id}/${question.url_title}`
  await expect.poll(async () => await (await fetch(questionUrl)).text()).toContain('<math')
})
test.afterAll(() => site.stop())

async function hydrate(page: Page) {
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await expect.poll(() => isHydrated(page)).toBe(true)
}

test('a reader sees formulas, the source of diagrams and links without JavaScript', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(questionUrl)
  const text = page.locator('.prose').first()
  await expect(text.locator('math')).toHaveCount(3)
  await expect(text).toContainText('It cost me $5 and $10 of coffee.')
  await expect(text.getByText('ℝ')).toBeVisible()
  const { width = 0, height = 0 } = (await text.locator('math').nth(2).boundingBox()) ?? {}
  expect(width).toBeGreaterThan(100)
  expect(height).toBeGreaterThan(50)
  await expect(text.getByTitle(/Unexpected end of input|Expected/)).toHaveText('\\frac{oops')
  await expect(text.locator('pre.plugin-diagrams')).toContainText('A[Fourier series] --> B')
  await expect(text.getByRole('link', { name: 'https://youtu.be/dQw4w9WgXcQ' })).toBeVisible()
  await expect(text.locator('.plugin-math-display').first()).toHaveCSS('display', 'block')
  await context.close()
})

test('a diagram is drawn when it comes into view, as an image with its source', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(questionUrl)
  await hydrate(page)
  const image = page.getByRole('img', { name: 'Steps of the proof' })
  await image.scrollIntoViewIfNeeded()
  await expect(image).toBeVisible({ timeout: 30_000 })
  expect((await image.boundingBox())?.width).toBeGreaterThan(400)
  await expect(image).toHaveAttribute('src', /^data:image\/svg\+xml/)
  const figure = page.locator('.plugin-diagrams-figure')
  await expect(figure.locator('pre')).toBeHidden()
  await figure.getByText('Source of the diagram').click()
  await expect(figure.locator('pre')).toContainText('A[Fourier series]')
  // Its source stays, with the reason.
  await page.locator('pre.plugin-diagrams').last().scrollIntoViewIfNeeded()
  await expect(page.getByText(/This diagram could not be drawn: /)).toBeVisible()
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  expect(loaded.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([])
})

test('diagrams follow the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(questionUrl)
  await hydrate(page)
  const image = page.getByRole('img', { name: 'Steps of the proof' })
  await expect(image).toBeVisible({ timeout: 30_000 })
  const light = await image.getAttribute('src')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(image).not.toHaveAttribute('src', light ?? '', { timeout: 30_000 })
})

test('a video is loaded only after the reader agrees', async ({ page }) => {
  const asked: string[] = []
  await page.route('https://**/*', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<p>The video</p>' })
  })
  await page.goto(questionUrl)
  await hydrate(page)
  const button = page.getByRole('button', { name: 'Show video' })
  await expect(
    page.getByText('Your browser will connect to www.youtube-nocookie.com.'),
  ).toBeVisible()
  expect(asked).toEqual([])
  await button.click()
  const frame = page.frameLocator('iframe[title="Video on YouTube"]')
  await expect(frame.getByText('The video')).toBeVisible()
  expect(asked).toEqual([video])
})

test('an author sees them in the preview', async ({ page, context }) => {
  await context.addCookies([{ name: 'sid', value: admin.token, url: site.url }])
  await page.goto(`${site.url}/questions/ask`)
  const editor = page.getByRole('textbox', { name: 'Details' })
  await editor.click()
  await page.keyboard.insertText('Let $x_1^2$ be, and\n\n```mermaid\ngraph LR\nA-->B\n```')
  await page.getByRole('radio', { name: 'Preview' }).check({ force: true })
  const preview = page.locator('.editor-preview')
  await expect(preview.locator('math msubsup')).toBeVisible()
  await expect(preview.getByRole('img', { name: 'Diagram' })).toBeVisible({ timeout: 30_000 })
})

test('posts of a site without the plugins are as before, also their rules for frames', async ({
  page,
}) => {
  const policyOf = async () =>
    (await fetch(questionUrl)).headers.get('content-security-policy') ?? ''
  expect(await policyOf()).toContain("frame-src 'self' https://www.youtube-nocookie.com")
  for (const slug of plugins) await setPlugin(site, admin.token, slug, false)
  await expect
    .poll(async () => await (await fetch(questionUrl)).text())
    .not.toMatch(/<math|plugin-diagrams|plugin-link-embeds|_plugins/)
  expect(await policyOf()).not.toContain('frame-src')
  await page.goto(questionUrl)
  await expect(page.getByText('Why does the series $\\sum_')).toBeVisible()
})
