import { samples } from './support/samples.ts'
import { askAs, logInAsAdmin, seedQuestions } from './support/seed.ts'
import { expect, test } from './support/test.ts'

let question = { id: '', url_title: '' }

test.beforeAll(async ({ site }) => {
  question = await seedQuestions(site)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('lists, sort orders, pages and questions are links', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(20)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\?page=2$/)
    await page.getByRole('link', { name: 'Active', exact: true }).click()
    await expect(page).toHaveURL(/\?order=active$/)
    await page.getByText('More').click()
    await page.getByRole('link', { name: 'Frequent' }).click()
    await expect(page).toHaveURL(/\?order=frequent$/)
    await page.goto('/questions')
    const first = samples[0]?.title ?? ''
    await page.getByRole('main').getByRole('link', { name: first }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first)
    await expect(page.locator('.prose table')).toContainText('generic')
  })

  test('theme and language persist across pages', async ({ page }) => {
    await page.goto('/questions')
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page).toHaveURL(/\/questions$/)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('contentinfo').getByText('Language: English').click()
    await page.getByRole('button', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto('/users/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول')
  })

  for (const [path, status, heading] of [
    ['/nothing/here', 404, 'Page not found'],
    ['/questions/10010000000000000', 404, 'Page not found'],
    ['/questions/not-an-id', 404, 'Page not found'],
    ['/questions?page=999', 404, 'Page not found'],
    ['/questions?page=-1', 404, 'Page not found'],
    ['/403', 403, 'Access denied'],
    ['/maintenance', 503, 'Down for maintenance'],
  ] as const) {
    test(`${path} shows an error page with status ${status}`, async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(status)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    })
  }
})

test('the browser language is used when none was chosen', async ({ site }) => {
  const html = async (languages: string) =>
    (await fetch(site.url, { headers: { 'accept-language': languages } })).text()
  expect(await html('zh-CN,zh;q=0.9')).toContain('<html lang="zh-CN" dir="ltr"')
  expect(await html('ar-EG')).toContain('<html lang="ar" dir="rtl"')
  expect(await html('xx')).toContain('<html lang="en-US"')
})

test('other URLs of a question redirect to the canonical one', async ({ site }) => {
  const canonical = `/questions/${question.id}/${question.url_title}`
  const request = (path: string) => fetch(site.url + path, { redirect: 'manual' })
  for (const path of [`/questions/${question.id}`, `/questions/${question.id}/another-title`]) {
    const response = await request(`${path}?from=mail`)
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(`${canonical}?from=mail`)
  }
  expect((await request(canonical)).status).toBe(200)
})

test('client-side navigation shows the same pages as loading them', async ({ page, site }) => {
  const { id, url_title } = await askAs(site, await logInAsAdmin(site), samples[2])
  await page.goto('/')
  await page.mouse.move(300, 300)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
  await page
    .getByRole('link', { name: samples[2]?.title ?? '' })
    .first()
    .click()
  await expect(page).toHaveURL(`/questions/${id}/${url_title}`)
  await expect(page.locator('.prose ol li')).toHaveCount(3)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
