import type { Browser, Page } from '@playwright/test'
import { waitForMail } from '../../scripts/services/inbox.ts'
import { fillLogin, logOut, type NewUser } from '../pages/account-pages.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { aMember, anInactiveMember, suspend, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test, collectErrors } from '../support/test.ts'

const accountPath = '/users/settings/account'
const newPassword = 'twelve open arches'

async function logIn(page: Page, user: Pick<NewUser, 'email' | 'password'>, path = '/users/login') {
  await page.goto(path)
  await fillLogin(page, user)
}

/** Opens a browser context that acts as another device. */
async function aDevice(browser: Browser, site: Site, userAgent?: string) {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    extraHTTPHeaders: randomIpHeader(),
    ...(userAgent === undefined ? {} : { userAgent }),
  })
  return { page: await context.newPage(), close: () => context.close() }
}

/** Returns the link in the newest email that contains one. */
async function linkTo(email: string, path: string) {
  const link = new RegExp(`https?://\\S+${path}\\?code=[\\w%&=-]+`)
  const { text } = await waitForMail({ to: email, text: link })
  return link.exec(text)?.[0] ?? ''
}

async function requestPasswordReset(page: Page, account: Account) {
  await page.goto('/users/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await linkTo(account.email, '/users/password-reset'))
}

async function choosePassword(page: Page, pass: string, confirmation = pass) {
  await page.getByLabel('New password', { exact: true }).fill(pass)
  await page.getByLabel('Confirm new password').fill(confirmation)
  // The button moves when the previous error disappears, so a click could miss it.
  await page.getByLabel('Confirm new password').press('Enter')
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScripts })

    test('a member sees their devices and logs out the others', async ({ page, browser, site }) => {
      const account = await aMember(site, 'Devi Rao')
      const phone = await aDevice(browser, site, iPhone)
      await logIn(phone.page, account)
      await logIn(page, account, `/users/login?redirect=${encodeURIComponent(accountPath)}`)

      const devices = page.getByRole('region', { name: 'Devices' })
      await expect(devices.getByText('this device')).toBeVisible()
      await expect(devices.getByText('Safari on iPhone')).toBeVisible()
      await devices.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
      await expect(devices.getByText('Device logged out.')).toBeVisible()
      await expect(devices.getByText('Safari on iPhone')).toHaveCount(0)
      await phone.page.goto(accountPath)
      await expect(phone.page).toHaveURL(/\/users\/login\?redirect=/)

      await fillLogin(phone.page, account)
      await page.goto(accountPath)
      await page.getByRole('button', { name: 'Log out all other devices' }).click()
      await expect(page.getByText('All other devices logged out.')).toBeVisible()
      await expect(devices.getByRole('listitem')).toHaveCount(1)
      await phone.page.goto(accountPath)
      await expect(phone.page).toHaveURL(/\/users\/login\?redirect=/)
      await phone.close()
    })

    test('a member resets a forgotten password with a link', async ({ page, site }) => {
      const account = await aMember(site, 'Rosa Lind')
      await requestPasswordReset(page, account)
      await choosePassword(page, newPassword, 'something else')
      await expect(page.getByText('The entries don’t match.')).toBeVisible()
      await choosePassword(page, 'password123')
      await expect(page.getByText('This password is too common.')).toBeVisible()
      await choosePassword(page, newPassword)
      await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
      await logIn(page, { ...account, password: newPassword })
      await expect(page).toHaveURL('/')

      await logOut(page)
      await page.goto('/users/password-reset?code=used-up-long-ago')
      await choosePassword(page, newPassword)
      await expect(
        page.getByRole('heading', { name: 'The link you used no longer works' }),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible()
    })

    test('changing the password keeps this device logged in and logs out the others', async ({
      page,
      browser,
      site,
    }) => {
      const account = await aMember(site, 'Piet Maas')
      const phone = await aDevice(browser, site)
      await logIn(phone.page, account)
      await logIn(page, account)
      await page.goto(accountPath)
      await page.getByRole('link', { name: 'Change password' }).click()
      await page.getByLabel('Current password').fill('not that one')
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      await page.getByLabel('Confirm new password').fill(newPassword)
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Incorrect password. Please try again.')).toBeVisible()
      await page.getByLabel('Current password').fill(account.password)
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      await page.getByLabel('Confirm new password').fill(newPassword)
      await page.getByLabel('Confirm new password').press('Enter')
      await expect(page.getByText('Password changed.')).toBeVisible()
      await page.goto(accountPath)
      await expect(page).toHaveURL(accountPath)
      await phone.page.goto(accountPath)
      await expect(phone.page).toHaveURL(/\/users\/login/)
      await phone.close()
    })

    test('a member changes their email; opening the link changes nothing until it is confirmed', async ({
      page,
      site,
    }) => {
      const account = await aMember(site, 'Ama Osei')
      const newEmail = `moved-${Date.now()}@example.org`
      await logIn(page, account)
      await page.goto(accountPath)
      await page.getByRole('link', { name: 'Change email' }).click()
      await page.getByLabel('New email').fill(newEmail)
      await page.getByLabel('Current password').fill(account.password)
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByText(`We sent a link to ${newEmail}.`)).toBeVisible()

      const link = await linkTo(newEmail, '/users/confirm-new-email')
      await page.goto(link)
      await page.goto(accountPath)
      await expect(page.getByText(account.email)).toBeVisible()
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm email' }).click()
      await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
      await page.goto(accountPath)
      await expect(page.getByText(newEmail)).toBeVisible()
      await waitForMail({ to: account.email, subject: 'Your email on' })
    })

    test('a new member corrects an email mistyped at sign-up', async ({ page, site }) => {
      const account = await anInactiveMember(site, 'Tove Dahl')
      const newEmail = `right-${Date.now()}@example.org`
      await logIn(page, account)
      await expect(page).toHaveURL('/users/account-activation')
      await page.getByRole('link', { name: 'Wrong email? Change it' }).click()
      await page.getByLabel('New email').fill(newEmail)
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await page.goto(await linkTo(newEmail, '/users/confirm-new-email'))
      await page.getByRole('button', { name: 'Confirm email' }).click()
      await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
      await page.goto('/questions/ask')
      await expect(page).toHaveURL('/questions/ask')
    })
  })
}

test('a member who is suspended while logged in sees the reason on the next page', async ({
  page,
  site,
}) => {
  test.skip(site.databaseUrl === null, 'suspends in the database')
  const account = await aMember(site, 'Sly Foxx')
  await logIn(page, account)
  await page.goto(accountPath)
  await expect(page.getByRole('region', { name: 'Devices' })).toBeVisible()
  await suspend(site, account)
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/users/account-suspended')
  await expect(page.getByRole('heading', { name: 'Account suspended' })).toBeVisible()
  await page.goto('/questions')
  await expect(page).toHaveURL('/users/account-suspended')
  await logOut(page)
  await page.goto('/questions')
  await expect(page).toHaveURL('/questions')
})

test('on a private site a visitor sees only the login, and a member can reset their password', async ({
  browser,
}) => {
  const site = await startSite('postgres', { settings: { login: { login_required: true } } })
  const account = await aMember(site, 'Noor Haddad')
  const { page, close } = await aDevice(browser, site)
  const errors = collectErrors(page)
  for (const path of ['/', '/questions', '/users', accountPath]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/users\/login/)
  }
  await requestPasswordReset(page, account)
  await choosePassword(page, newPassword)
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await logIn(page, { ...account, password: newPassword }, '/users/login?redirect=%2Fquestions')
  await expect(page).toHaveURL('/questions')
  expect(errors).toEqual([])
  await close()
  await site.stop()
})
