import { fillLogin } from './pages/account-pages.ts'
import { aDraft, ask } from './pages/question-pages.ts'
import { admin, startSite, type Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

let site: Site

test.beforeAll(async () => {
  site = await startSite('postgres', {
    settings: {
      login: { login_required: true, allow_new_registrations: false },
      seo: { permalink: 3 },
      interface: { language: 'zh_CN' },
    },
  })
})

test.afterAll(() => site.stop())

test('a private site shows visitors only the login, and members everything', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/questions?order=hot')
  await expect(page).toHaveURL('/users/login?redirect=%2Fquestions%3Forder%3Dhot')
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
  await page.goto('/users/register')
  await expect(page).toHaveURL('/users/login')
  await page.goto('/users/login?redirect=https://elsewhere.example/')
  await fillLogin(page, admin)
  await expect(page).toHaveURL('/')

  const draft = aDraft()
  await ask(page, draft)
  await expect(page).toHaveURL(
    /\/questions\/D1\w+\/why-does-the-lid-of-my-teapot-dance\?posted=first$/,
  )
  const short = page.url()

  const anonymous = await fetch(short, { redirect: 'manual' })
  expect(anonymous.status).toBe(302)
  expect(await anonymous.text()).not.toContain('teapot')
  const data = await fetch(`${site.url}/_.data`, { redirect: 'manual' })
  expect(await data.text()).not.toContain('teapot')
  await context.close()
})

test('the site language is used when the browser requests no supported one', async () => {
  const response = await fetch(`${site.url}/users/login`, { headers: { 'accept-language': 'xx' } })
  expect(await response.text()).toContain('<html lang="zh-CN"')
})
