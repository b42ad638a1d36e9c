// A service that manages the accounts of the site, which runs in the test.
import { hydrate } from '../support/hydration.ts'
import {
  addUserCenter,
  aServiceAccount,
  configureUserCenter,
  startLoginService,
  type LoginService,
} from '../support/login-service.ts'
import { logInAsAdmin, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

let site: Site
let service: LoginService
let admin: Account

test.beforeAll(async ({ engine }) => {
  site = await startSite(engine, { settings: { login: { login_required: true } } })
  service = await startLoginService()
  admin = await logInAsAdmin(site)
  await addUserCenter(site, admin, service)
})
test.afterAll(async () => {
  await site.stop()
  await service.stop()
})

const urlOf = (path: string) => new URL(path, site.url).href

test('users of a private site log in with its service only', async ({ page }) => {
  const { displayName, username } = service.add(aServiceAccount('Grace Okafor'))
  await page.goto(urlOf('/tags'))
  await hydrate(page)
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await page.getByRole('link', { name: 'Continue with Campus ID' }).click()
  await page.getByRole('link', { name: displayName }).click()
  await expect(page).toHaveURL(urlOf('/tags'))

  await hydrate(page)
  await page.getByRole('button', { name: `Account menu for ${displayName}` }).click()
  await expect(page.getByRole('link', { name: 'Help desk' })).toHaveAttribute(
    'href',
    'https://campus.example/desk',
  )
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: displayName })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Staff page' })).toHaveAttribute(
    'href',
    'https://campus.example/staff',
  )
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByText('Campus ID manages your profile.')).toBeVisible()
  const settings = page.getByRole('main')
  await expect(settings.getByRole('link', { name: 'Open Campus ID' })).toHaveAttribute(
    'href',
    'https://campus.example/profile',
  )
  await page.goto(urlOf('/users/settings/account'))
  await expect(page.getByText('Campus ID manages how you log in')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change email' })).toHaveCount(0)
  await expect(settings.getByRole('link', { name: 'Open Campus ID' })).toHaveAttribute(
    'href',
    'https://campus.example/account',
  )
  expect(username).not.toBe('')
})

test('the pages of the service lead to it', async ({ page }) => {
  await page.goto(urlOf('/user-center/auth?redirect=%2Fbadges'))
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  const { displayName } = service.add(aServiceAccount('Kaito Mori'))
  await page.reload()
  await page.getByRole('link', { name: displayName }).click()
  await expect(page).toHaveURL(urlOf('/badges'))
})

test('a visitor is sent to the service to sign up', async ({ page }) => {
  await page.goto(urlOf('/users/login'))
  await hydrate(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(`${service.url}/`)
  await page.goto(urlOf('/user-center/auth-failed'))
  await expect(page.getByRole('heading', { name: 'Couldn’t log in with Campus ID' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByRole('link', { name: 'Continue with Campus ID' })).toBeVisible()
})

test('passwords of the site can be kept', async ({ page }) => {
  await configureUserCenter(site, admin, { url: service.url, passwords: true })
  await expect(async () => {
    await page.goto(urlOf('/users/login'))
    await expect(page.getByLabel('Email')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('link', { name: 'Continue with Campus ID' })).toBeVisible()
})
