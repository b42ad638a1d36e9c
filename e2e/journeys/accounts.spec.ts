import type { Browser, Page } from '@playwright/test'
import { waitForMail } from '../../scripts/services/inbox.ts'
import { fillLogin, logOut, type Person } from '../pages/account-pages.ts'
import { fromElsewhere } from '../support/elsewhere.ts'
import { aMember, anInactiveMember, suspend, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test, watch } from '../support/test.ts'

const accountPath = '/users/settings/account'
const newPassword = 'twelve open arches'

async function logIn(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
  path = '/users/login',
) {
  await page.goto(path)
  await fillLogin(page, person)
}

/** Another device of the same person. */
async function aDevice(browser: Browser, site: Site, userAgent?: string) {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    extraHTTPHeaders: fromElsewhere(),
    ...(userAgent === undefined ? {} : { userAgent }),
  })
  return { page: await context.newPage(), close: () => context.close() }
}

/** The link in the newest mail to an address that has one. */
async function linkTo(address: string, path: string) {
  const link = new RegExp(`https?://\\S+${path}\\?code=[\\w-]+`)
  const { text } = await waitForMail({ to: address, text: link })
  return link.exec(text)?.[0] ?? ''
}

async function recover(page: Page, account: Account) {
  await page.goto('/users/login')
  await page.getByRole('link', { name: 'Forgot it?' }).click()
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await page.goto(await linkTo(account.email, '/users/password-reset'))
}

async function choosePassword(page: Page, pass: string, again = pass) {
  await page.getByLabel('New password', { exact: true }).fill(pass)
  await page.getByLabel('New password, once more').fill(again)
  // Not by a click: the button moves up when the message about the last try goes.
  await page.getByLabel('New password, once more').press('Enter')
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScripts })

    test('someone sees their devices and logs the others out', async ({ page, browser, site }) => {
      const account = await aMember(site, 'Devi Rao')
      const phone = await aDevice(browser, site, iPhone)
      await logIn(phone.page, account)
      await logIn(page, account, `/users/login?redirect=${encodeURIComponent(accountPath)}`)

      const devices = page.getByRole('region', { name: 'Devices' })
      await expect(devices.getByText('this device')).toBeVisible()
      await expect(devices.getByText('Safari on iPhone')).toBeVisible()
      await devices.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
      await expect(devices.getByText('That device is logged out.')).toBeVisible()
      await expect(devices.getByText('Safari on iPhone')).toHaveCount(0)
      await phone.page.goto(accountPath)
      await expect(phone.page).toHaveURL(/\/users\/login\?redirect=/)

      await fillLogin(phone.page, account)
      await page.goto(accountPath)
      await page.getByRole('button', { name: 'Log out all other devices' }).click()
      await expect(page.getByText('You are now logged in on this device only.')).toBeVisible()
      await expect(devices.getByRole('listitem')).toHaveCount(1)
      await phone.page.goto(accountPath)
      await expect(phone.page).toHaveURL(/\/users\/login\?redirect=/)
      await phone.close()
    })

    test('someone forgot the password, gets a link and chooses another', async ({ page, site }) => {
      const account = await aMember(site, 'Rosa Lind')
      await recover(page, account)
      await choosePassword(page, newPassword, 'something else')
      await expect(page.getByText('The two entries are not the same.')).toBeVisible()
      await choosePassword(page, 'password123')
      await expect(page.getByText('Too many people use this password.')).toBeVisible()
      await choosePassword(page, newPassword)
      await expect(page.getByRole('heading', { name: 'Your new password works now' })).toBeVisible()
      await logIn(page, { ...account, password: newPassword })
      await expect(page).toHaveURL('/')

      await logOut(page)
      await page.goto('/users/password-reset?code=used-up-long-ago')
      await choosePassword(page, newPassword)
      await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible()
    })

    test('someone changes the password and stays, while other devices have to leave', async ({
      page,
      browser,
      site,
    }) => {
      const account = await aMember(site, 'Piet Maas')
      const phone = await aDevice(browser, site)
      await logIn(phone.page, account)
      await logIn(page, account)
      await page.goto(accountPath)
      await page.getByRole('link', { name: 'Change the password' }).click()
      await page.getByLabel('Current password').fill('not that one')
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      await page.getByLabel('New password, once more').fill(newPassword)
      await page.getByRole('button', { name: 'Change the password' }).click()
      await expect(page.getByText('This is not your current password.')).toBeVisible()
      await page.getByLabel('Current password').fill(account.password)
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      await page.getByLabel('New password, once more').fill(newPassword)
      await page.getByLabel('New password, once more').press('Enter')
      await expect(page.getByText('Your password has changed.')).toBeVisible()
      await page.goto(accountPath)
      await expect(page).toHaveURL(accountPath)
      await phone.page.goto(accountPath)
      await expect(phone.page).toHaveURL(/\/users\/login/)
      await phone.close()
    })

    test('someone moves to another address; the link changes nothing until its button is pressed', async ({
      page,
      site,
    }) => {
      const account = await aMember(site, 'Ama Osei')
      const wanted = `moved-${Date.now()}@example.org`
      await logIn(page, account)
      await page.goto(accountPath)
      await page.getByRole('link', { name: 'Change the address' }).click()
      await page.getByLabel('New address').fill(wanted)
      await page.getByLabel('Current password').fill(account.password)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByText(`We have sent a link to ${wanted}.`)).toBeVisible()

      const link = await linkTo(wanted, '/users/confirm-new-email')
      await page.goto(link)
      await page.goto(accountPath)
      await expect(page.getByText(account.email)).toBeVisible()
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm the address' }).click()
      await expect(
        page.getByRole('heading', { name: 'Your new address is confirmed' }),
      ).toBeVisible()
      await page.goto(accountPath)
      await expect(page.getByText(wanted)).toBeVisible()
      await waitForMail({ to: account.email, subject: 'The address of your account' })
    })

    test('someone who mistyped their address at sign-up corrects it', async ({ page, site }) => {
      const account = await anInactiveMember(site, 'Tove Dahl')
      const right = `right-${Date.now()}@example.org`
      await logIn(page, account)
      await expect(page).toHaveURL('/users/account-activation')
      await page.getByRole('link', { name: 'Wrong address? Change it' }).click()
      await page.getByLabel('New address').fill(right)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
      await page.goto(await linkTo(right, '/users/confirm-new-email'))
      await page.getByRole('button', { name: 'Confirm the address' }).click()
      await expect(
        page.getByRole('heading', { name: 'Your new address is confirmed' }),
      ).toBeVisible()
      await page.goto('/questions/ask')
      await expect(page).toHaveURL('/questions/ask')
    })
  })
}

test('someone is suspended while logged in, and sees why on the very next click', async ({
  page,
  site,
}) => {
  test.skip(site.databaseUrl === null, 'no screen suspends people yet')
  const account = await aMember(site, 'Sly Foxx')
  await logIn(page, account)
  await page.goto(accountPath)
  await expect(page.getByRole('region', { name: 'Devices' })).toBeVisible()
  await suspend(site, account)
  await page.getByRole('link', { name: 'Change the password' }).click()
  await expect(page).toHaveURL('/users/account-suspended')
  await expect(page.getByRole('heading', { name: 'This account is suspended' })).toBeVisible()
  await page.goto('/questions')
  await expect(page).toHaveURL('/users/account-suspended')
  await logOut(page)
  await page.goto('/questions')
  await expect(page).toHaveURL('/questions')
})

test('on a private site a stranger sees nothing, and a member finds the way back in', async ({
  browser,
}) => {
  const site = await startSite('postgres', { settings: { login: { login_required: true } } })
  const account = await aMember(site, 'Noor Haddad')
  const { page, close } = await aDevice(browser, site)
  const problems = watch(page)
  for (const path of ['/', '/questions', '/users', accountPath]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/users\/login/)
  }
  await recover(page, account)
  await choosePassword(page, newPassword)
  await logIn(page, { ...account, password: newPassword }, '/users/login?redirect=%2Fquestions')
  await expect(page).toHaveURL('/questions')
  expect(problems).toEqual([])
  await close()
  await site.stop()
})
