import { toShortId } from '@stoa/contract/ids'
import { isHydrated } from './support/hydration.ts'
import { answerAs, askAs, logInAsAdmin } from './support/seed.ts'
import { expect, test } from './support/test.ts'

let question = { id: '', url_title: '' }
let answerId = ''
let path = ''

test.beforeAll(async ({ site }) => {
  const admin = await logInAsAdmin(site)
  question = await askAs(site, admin)
  answerId = (await answerAs(site, admin, question.id, 'Three weeks, in a cold place.')).id
  path = `/questions/${question.id}/${question.url_title}`
})

test('the page has a canonical URL, Open Graph tags, feeds and a card image', async ({
  page,
  site,
}) => {
  await page.goto(path)
  const content = (selector: string) =>
    page.locator(`head ${selector}`).first().getAttribute('content')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', site.url + path)
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
  expect(await content('meta[property="og:url"]')).toBe(site.url + path)
  expect(await content('meta[property="og:type"]')).toBe('article')
  expect(await content('meta[name="twitter:card"]')).toBe('summary_large_image')
  for (const link of ['link[type="application/atom+xml"]', 'link[rel=search]']) {
    const href = await page.locator(`head ${link}`).getAttribute('href')
    expect((await page.request.get(href ?? '')).status(), link).toBe(200)
  }
  const image = await page.request.get((await content('meta[property="og:image"]')) ?? '')
  expect(image.headers()).toMatchObject({ 'content-type': 'image/png' })
})

test('the site can be installed and colors the frame of the browser', async ({ page, site }) => {
  await page.goto(path)
  const colors = page.locator('meta[name=theme-color]')
  await expect(colors).toHaveCount(2)
  await expect(colors.last()).toHaveAttribute('media', '(prefers-color-scheme: dark)')
  const manifestUrl = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await page.request.get(manifestUrl ?? '')).json()) as {
    name: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.name).toBe('Stoa')
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const { src, sizes } of [...manifest.icons, { src: touchIcon ?? '', sizes: '180x180' }]) {
    const icon = await (await page.request.get(site.url + src)).body()
    expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, src).toBe(sizes)
  }
})

test('schema.org linked data is allowed by the policy and survives hydration', async ({
  page,
  site,
}) => {
  await page.goto(path)
  const linkedData = page.locator('script[type="application/ld+json"]')
  const read = async () =>
    JSON.parse((await linkedData.textContent()) ?? '') as { '@graph': object[] }
  const expected = {
    '@type': 'QAPage',
    mainEntity: {
      url: site.url + path,
      suggestedAnswer: [{ url: `${site.url}${path}/${answerId}` }],
    },
  }
  expect((await read())['@graph'][0]).toMatchObject(expected)
  await page.mouse.move(400, 300)
  await expect.poll(() => isHydrated(page)).toBe(true)
  expect((await read())['@graph'][0]).toMatchObject(expected)
  // Other pages have no question data.
  await page.getByRole('link', { name: 'Stoa' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
  await expect(linkedData).toHaveCount(0)
})

test('other URL forms redirect to the canonical one', async ({ page, site }) => {
  const short = { question: toShortId(question.id), answer: toShortId(answerId) }
  const forms: [string, string][] = [
    [`/questions/${question.id}`, path],
    [`/questions/${short.question}`, path],
    [`/questions/${short.question}/${question.url_title}`, path],
    [`/questions/${question.id}/an-older-title`, path],
    [`/questions/${question.id}/an-older-title?page=1`, `${path}?page=1`],
    [`/questions/${question.id}/${answerId}`, `${path}/${answerId}`],
    [`/questions/${short.question}/${short.answer}`, `${path}/${answerId}`],
    [`/questions/${question.id}/an-older-title/${short.answer}`, `${path}/${answerId}`],
  ]
  for (const [form, own] of forms) {
    const response = await page.request.get(site.url + form, { maxRedirects: 0 })
    expect([response.status(), response.headers()['location']], form).toEqual([301, own])
  }
  for (const own of [path, `${path}/${answerId}`])
    expect((await page.request.get(site.url + own, { maxRedirects: 0 })).status()).toBe(200)
})
