import { randomIpHeader } from '../support/random-ip.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('an admin sees who logged in and who failed to', async ({ page, browser, context, site }) => {
  const member = await aMember(site, `Lena Login ${Date.now() % 100_000}`)
  const stranger = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    extraHTTPHeaders: randomIpHeader(),
  })
  const login = await stranger.newPage()
  await login.goto('/users/login')
  await login.getByLabel('Email').fill(member.email)
  await login.getByLabel('Password', { exact: true }).fill('not the password')
  await login.getByRole('button', { name: 'Log in' }).click()
  await expect(login.getByText('Incorrect email or password.').first()).toBeVisible()
  await stranger.close()

  await setCookies(context, site, await logInAsAdmin(site), appearance)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Login history' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login history' })).toBeVisible()
  await page.getByLabel('Username or email').fill(member.email)
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL(/[?&]user=/)
  const rows = page.getByRole('row').filter({ hasText: member.name })
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Wrong password')
  await expect(rows.first()).toContainText('Chrome')
  await expect(rows.nth(1)).toContainText('Activation link')

  await page.getByLabel('Outcome').selectOption('Successful')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Outcome').selectOption('Wrong code')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByRole('heading', { name: 'No logins found' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear', exact: true }).click()
  await expect(rows.first()).toBeVisible()

  await rows.first().getByRole('link', { name: member.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login history' }).click()
  await expect(page).toHaveURL(/[?&]user=user/)
  await expect(rows).toHaveCount(3)
})
