// Logging in with accounts of another service, which runs in the test.
import type { Browser, Page } from '@playwright/test'
import { waitForMail } from '../../scripts/services/inbox.ts'
import { logOut } from '../pages/account-pages.ts'
import { enterCode, setUpApp } from '../pages/security-pages.ts'
import {
  addConnectors,
  aServiceAccount,
  startLoginService,
  type LoginService,
} from '../support/login-service.ts'
import { hydrate } from '../support/hydration.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, logInAsAdmin, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { collectErrors, expect, test } from '../support/test.ts'
import { totpCode } from '../support/totp.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
const accountPath = '/users/settings/account'
let site: Site
let service: LoginService

test.beforeAll(async ({ engine }) => {
  site = await startSite(engine)
  service = await startLoginService()
  await addConnectors(site, await logInAsAdmin(site), service)
})
test.afterAll(async () => {
  await site.stop()
  await service.stop()
})

async function aDevice(browser: Browser, as: Account | null, javaScriptEnabled = true) {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    javaScriptEnabled,
    extraHTTPHeaders: randomIpHeader(),
  })
  await setCookies(context, site, as, appearance)
  const page = await context.newPage()
  return { page, problems: collectErrors(page), close: () => context.close() }
}

/** Logs in at the service, from the login page. */
async function continueAs(page: Page, name: string, path = '/users/login') {
  await page.goto(path)
  await page.getByRole('link', { name: 'Continue with Northbank' }).click()
  await page.getByRole('link', { name, exact: true }).click()
}

const isLoggedInAs = (page: Page, name: string) =>
  expect(page.getByRole('button', { name: `Account menu for ${name}` })).toBeVisible()

async function linkTo(email: string) {
  const link = /https?:\/\/\S+confirm-connection\?code=[\w%&=-]+/
  const { text } = await waitForMail({ to: email, text: link })
  return link.exec(text)?.[0] ?? ''
}

const connections = (page: Page) => page.getByRole('region', { name: 'Connected accounts' })
const rowOf = (page: Page, name: string) =>
  connections(page).getByRole('listitem').filter({ hasText: name })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a visitor signs up with another service and returns to the page', async ({ browser }) => {
      const { page, problems, close } = await aDevice(browser, null, javaScriptEnabled)
      const { displayName } = service.add(aServiceAccount('Grace Okafor'))
      await continueAs(page, displayName, '/users/register?redirect=%2Ftags%3Fpage%3D1')
      await expect(page).toHaveURL('/tags?page=1')
      if (javaScriptEnabled) await isLoggedInAs(page, displayName)
      await page.goto(accountPath)
      await expect(rowOf(page, 'Northbank').getByText('Connected', { exact: true })).toBeVisible()

      await rowOf(page, 'Northbank').getByRole('button', { name: 'Disconnect Northbank' }).click()
      if (javaScriptEnabled)
        await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
      await expect(connections(page).getByRole('alert')).toContainText('your only way to log in')
      await page.getByRole('link', { name: 'Set password' }).first().click()
      await expect(page.getByLabel('New password', { exact: true })).toBeVisible()

      await logOut(page)
      await continueAs(page, displayName)
      await page.goto(accountPath)
      await expect(rowOf(page, 'Northbank').getByText('Connected', { exact: true })).toBeVisible()
      expect(problems).toEqual([])
      await close()
    })

    test('a visitor cancels at the service and sees why the login failed', async ({ browser }) => {
      const { page, problems, close } = await aDevice(browser, null, javaScriptEnabled)
      await continueAs(page, 'Cancel', '/users/login?redirect=%2Ftags')
      await expect(page.getByRole('heading', { name: /^Couldn’t log in/ })).toBeVisible()
      await expect(page.getByText('You canceled the login at Northbank.')).toBeVisible()
      await page.getByRole('link', { name: 'Back to login' }).click()
      await expect(page.getByRole('link', { name: 'Continue with Northbank' })).toBeVisible()
      expect(problems).toEqual([])
      await close()
    })

    test('a member connects a service, logs in with it and disconnects it', async ({ browser }) => {
      const member = await aMember(site, 'Nadia Kotte')
      const { page, problems, close } = await aDevice(browser, member, javaScriptEnabled)
      const { displayName } = service.add(aServiceAccount('Nadia at work'))
      await page.goto(accountPath)
      await rowOf(page, 'Northbank').getByRole('link', { name: 'Connect Northbank' }).click()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expect(page.getByText('You canceled the login at Northbank.')).toBeVisible()
      await page.getByRole('link', { name: 'Back to settings' }).click()
      await rowOf(page, 'Northbank').getByRole('link', { name: 'Connect Northbank' }).click()
      await page.getByRole('link', { name: displayName, exact: true }).click()
      await expect(connections(page).getByRole('status')).toContainText('Northbank is connected.')

      await logOut(page)
      await continueAs(page, displayName)
      await page.goto(accountPath)
      await expect(page.getByText(member.email)).toBeVisible()
      await rowOf(page, 'Northbank').getByRole('button', { name: 'Disconnect Northbank' }).click()
      if (javaScriptEnabled)
        await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
      await expect(page.getByText('Disconnected.').first()).toBeVisible()
      await expect(rowOf(page, 'Northbank').getByText('Not connected')).toBeVisible()
      expect(problems).toEqual([])
      await close()
    })

    test('a visitor whom the service knows no email of enters one', async ({ browser }) => {
      const { page, problems, close } = await aDevice(browser, null, javaScriptEnabled)
      const account = service.add(aServiceAccount('Kaito Mori', { email: '' }))
      const email = `kaito-${Date.now()}@example.org`
      await continueAs(page, account.displayName, '/users/login?redirect=%2Ftags')
      await expect(page.getByRole('heading', { name: 'What’s your email?' })).toBeVisible()
      await page.getByLabel('Email').fill('kaito')
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Email').press('Enter')
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await expect(page.getByText(email)).toBeVisible()

      await page.goto(await linkTo(email))
      await page.getByRole('button', { name: 'Confirm and log in' }).click()
      await expect(page).toHaveURL('/tags')
      if (javaScriptEnabled) await isLoggedInAs(page, account.displayName)
      expect(problems).toEqual([])
      await close()
    })

    test('a member logs in with a username and a password of a directory', async ({ browser }) => {
      const { page, problems, close } = await aDevice(browser, null, javaScriptEnabled)
      const account = service.add(aServiceAccount('Priya Nair'))
      await page.goto('/users/login?redirect=%2Ftags')
      await page.getByRole('link', { name: 'Continue with Directory' }).click()
      await expect(page.getByRole('heading', { name: 'Log in with Directory' })).toBeVisible()
      await page.getByLabel('Username').fill(account.id)
      await page.getByLabel('Password', { exact: true }).fill('closed')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel('Username')).toHaveValue(account.id)
      await page.getByLabel('Password', { exact: true }).fill('open sesame')
      await page.getByLabel('Password', { exact: true }).press('Enter')
      await expect(page).toHaveURL('/tags')
      if (javaScriptEnabled) await isLoggedInAs(page, account.displayName)
      expect(problems).toEqual([])
      await close()
    })

    test('a member connects a directory', async ({ browser }) => {
      const member = await aMember(site, 'Tomas Rivera')
      const { page, problems, close } = await aDevice(browser, member, javaScriptEnabled)
      const account = service.add(aServiceAccount('T. Rivera'))
      await page.goto(accountPath)
      const row = rowOf(page, 'Directory')
      await row.getByRole('link', { name: 'Connect Directory' }).click()
      await row.getByLabel('Username').fill(account.id)
      await row.getByRole('textbox', { name: 'Password' }).fill('open sesame')
      await row.getByRole('textbox', { name: 'Password' }).press('Enter')
      await expect(connections(page).getByRole('status')).toContainText('Directory is connected.')
      expect(problems).toEqual([])
      await close()
    })
  })
}

test('the owner of an account confirms that a service with the same email is theirs', async ({
  browser,
}) => {
  const member = await aMember(site, 'Aisha Bello')
  const { page, problems } = await aDevice(browser, null)
  const { displayName } = service.add(aServiceAccount('Aisha B.', { email: member.email }))
  await continueAs(page, displayName)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await linkTo(member.email))
  await expect(page.getByText('Only continue if you just tried to log in')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm and log in' }).click()
  await isLoggedInAs(page, member.name)
  await page.goto(accountPath)
  await expect(rowOf(page, 'Northbank').getByText('Connected', { exact: true })).toBeVisible()
  await page.goto('/users/confirm-connection?code=used')
  await page.getByRole('button', { name: 'Confirm and log in' }).click()
  await expect(page.getByText('this link is no longer valid')).toBeVisible()
  expect(problems).toEqual([])
})

test('a member with an authenticator app enters a code after the service', async ({ browser }) => {
  const member = await aMember(site, 'Ingrid Olsen')
  const { page, problems } = await aDevice(browser, member)
  const { displayName } = service.add(aServiceAccount('Ingrid at work'))
  const { secret } = await setUpApp(page, member)
  await page.goto(accountPath)
  await rowOf(page, 'Northbank').getByRole('link', { name: 'Connect Northbank' }).click()
  await page.getByRole('link', { name: displayName, exact: true }).click()
  await logOut(page)
  await continueAs(page, displayName, '/users/login?redirect=%2Ftags')
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await enterCode(page, '123456')
  await expect(page.getByText('This code is incorrect')).toBeVisible()
  await enterCode(page, totpCode(secret, 1))
  await expect(page).toHaveURL('/tags')
  await isLoggedInAs(page, member.name)
  expect(problems).toEqual([])
})

test('a page of a login that is over leads back to the login page', async ({ page }) => {
  for (const path of ['/users/auth-landing?outcome=signed_in', '/users/confirm-email']) {
    await page.goto(new URL(path, site.url).href)
    await hydrate(page)
    await expect(page.getByRole('heading', { name: 'Login not finished' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page).toHaveURL(/\/users\/login$/)
  }
})
