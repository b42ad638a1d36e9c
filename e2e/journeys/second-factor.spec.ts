import type { Browser, BrowserContext } from '@playwright/test'
import {
  enterCode,
  fillPassword,
  readCodes,
  securityPath,
  setUpApp,
  startLogin,
} from '../pages/security-pages.ts'
import { fillLogin, logOut } from '../pages/account-pages.ts'
import { findAxeViolations } from '../support/axe.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { addAuthenticator } from '../support/passkey.ts'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, logInAsAdmin, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { slowDownResponses } from '../support/slow-responses.ts'
import { totpCode } from '../support/totp.ts'
import { expect, test, collectErrors } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
let site: Site

test.beforeAll(async ({ engine }) => {
  site = await startSite(engine, {
    host: 'localhost',
    settings: { login: { require_second_factor_for_staff: true } },
  })
})
test.afterAll(() => site.stop())

type Device = { javaScriptEnabled: boolean }

/** Opens a browser context with its own IP, logged in as an account or not. */
async function aDevice(browser: Browser, as: Account | null, { javaScriptEnabled }: Device) {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    javaScriptEnabled,
    extraHTTPHeaders: randomIpHeader(),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await setCookies(context, site, as, appearance)
  const page = await context.newPage()
  return { context, page, problems: collectErrors(page) }
}

async function isLoggedIn(context: BrowserContext) {
  return (await context.cookies()).some(({ name, httpOnly }) => name === 'sid' && httpOnly)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a member sets up an authenticator app, uses it on another device and turns it off', async ({
      browser,
    }) => {
      const member = await aMember(site, 'Nadia Kotte')
      const first = await aDevice(browser, member, { javaScriptEnabled })
      const { secret, codes } = await setUpApp(first.page, member)
      await first.page.getByRole('link', { name: 'I’ve saved my codes' }).click()
      await expect(first.page.getByText('You have 10 recovery codes left')).toBeVisible()

      const second = await aDevice(browser, null, { javaScriptEnabled })
      await startLogin(second.page, member)
      expect(await isLoggedIn(second.context)).toBe(false)
      await enterCode(second.page, '123456')
      await expect(second.page.getByText('This code is incorrect')).toBeVisible()
      // The current code was already used for the setup.
      await enterCode(second.page, totpCode(secret, 1))
      await expect(second.page).toHaveURL('/questions?order=hot')
      expect(await isLoggedIn(second.context)).toBe(true)

      await logOut(second.page)
      await startLogin(second.page, member)
      await enterCode(second.page, codes[0]?.toUpperCase() ?? '')
      await expect(second.page).toHaveURL('/questions?order=hot')
      await second.page.goto(securityPath)
      await expect(second.page.getByText('You have 9 recovery codes left')).toBeVisible()

      await second.page.getByRole('link', { name: 'Generate new recovery codes' }).click()
      await fillPassword(second.page, 'not the password')
      await second.page.getByRole('button', { name: 'Generate new codes' }).click()
      await expect(second.page.getByText('Incorrect password. Please try again.')).toBeVisible()
      await fillPassword(second.page, member.password)
      await second.page.getByLabel('Your password').press('Enter')
      expect(await readCodes(second.page)).not.toContain(codes[1])

      await second.page.goto(`${securityPath}?step=app-off`)
      await fillPassword(second.page, member.password)
      await second.page.getByRole('button', { name: 'Turn off authenticator app' }).click()
      await expect(second.page.getByText('Authenticator app turned off.')).toBeVisible()
      await logOut(second.page)
      await second.page.goto('/users/login')
      await fillLogin(second.page, member)

      expect([...first.problems, ...second.problems]).toEqual([])
      await first.context.close()
      await second.context.close()
    })
  })
}

test('five wrong codes end the login and ask for the password again', async ({ browser }) => {
  const member = await aMember(site, 'Tomas Rivera')
  const device = await aDevice(browser, member, { javaScriptEnabled: true })
  await setUpApp(device.page, member)
  await device.context.clearCookies({ name: 'sid' })
  await startLogin(device.page, member)
  for (let attempt = 0; attempt < 5; attempt++) {
    const responded = device.page.waitForResponse((response) => response.status() === 400)
    await enterCode(device.page, '123456')
    await responded
  }
  await enterCode(device.page, '123456')
  await expect(device.page.getByText('This step has expired. Please start again.')).toBeVisible()
  await expect(device.page.getByLabel('Password', { exact: true })).toBeVisible()
  await device.context.close()
})

test('recovery codes can be copied and downloaded', async ({ browser }) => {
  const member = await aMember(site, 'Aisha Bello')
  const { page, context } = await aDevice(browser, member, { javaScriptEnabled: true })
  const { codes } = await setUpApp(page, member)
  await hydrate(page)
  await page.getByRole('button', { name: 'Copy codes' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(codes.join('\n'))
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt')
  expect(await findAxeViolations(page)).toEqual([])
  await context.close()
})

test('a passkey is added, used to log in without a password, and removed', async ({ browser }) => {
  const member = await aMember(site, 'Ingrid Olsen')
  const { page, context, problems } = await aDevice(browser, member, { javaScriptEnabled: true })
  const authenticator = await addAuthenticator(page)
  await page.goto(securityPath)
  await page.getByRole('link', { name: 'Add passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await fillPassword(page, member.password)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Laptop')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('never used')

  await logOut(page)
  const scripts: string[] = []
  const bodies: Promise<string>[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  page.on('response', (response) => {
    if (response.request().method() === 'POST') bodies.push(response.text().catch(() => ''))
  })
  await page.goto('/users/login?redirect=/questions%3Forder%3Dhot')
  await hydrate(page)
  const scriptCount = scripts.length
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await expect(page).toHaveURL('/questions?order=hot')
  expect(scripts.length, 'passkey code loads on click').toBeGreaterThan(scriptCount)
  expect(await isLoggedIn(context)).toBe(true)
  const session = (await context.cookies()).find(({ name }) => name === 'sid')?.value ?? '?'
  expect((await Promise.all(bodies)).join('')).not.toContain(session)

  await page.goto(securityPath)
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('last used')
  await page.getByRole('link', { name: 'Remove Laptop' }).click()
  await fillPassword(page, member.password)
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()

  await logOut(page)
  await page.goto('/users/login')
  await hydrate(page)
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await expect(page.getByText('Couldn’t verify this passkey.')).toBeVisible()
  expect(await isLoggedIn(context)).toBe(false)

  await authenticator.failUserVerification()
  await page.goto('/users/login')
  await hydrate(page)
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await expect(page.getByText('Passkey login was canceled or failed.')).toBeVisible()
  expect(problems).toEqual([])
  await context.close()
})

test('a passkey response that arrives while the page still loads causes no errors', async ({
  browser,
}) => {
  const member = await aMember(site, 'Hana Sato')
  const { page, context, problems } = await aDevice(browser, member, { javaScriptEnabled: true })
  await addAuthenticator(page)
  await slowDownResponses(page)
  await page.goto(`${securityPath}?step=passkey`)
  await hydrate(page)
  await page.getByLabel('Name').fill('Key')
  await fillPassword(page, member.password)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await logOut(page)

  await page.goto('/users/login')
  await hydrate(page)
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await expect(page).toHaveURL('/')
  expect(problems).toEqual([])
  await context.close()
})

test('the passkey button works when pressed before scripts have loaded', async ({ browser }) => {
  const member = await aMember(site, 'Mallory Quick')
  const { page, context } = await aDevice(browser, member, { javaScriptEnabled: true })
  await addAuthenticator(page)
  await page.goto(`${securityPath}?step=passkey`)
  await page.getByLabel('Name').fill('Key')
  await fillPassword(page, member.password)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await logOut(page)

  await page.goto('/users/login')
  const first = page.locator('main form').first()
  await first.evaluate((form: HTMLFormElement) => form.submit())
  await expect(page.getByRole('button', { name: 'Continue with passkey' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await page.mouse.move(2, 2)
  await page.mouse.move(4, 4)
  await expect(page).toHaveURL('/')
  expect(await isLoggedIn(context)).toBe(true)
  await context.close()
})

test('without JavaScript no passkey login is offered', async ({ browser }) => {
  const member = await aMember(site, 'Jonas Weber')
  const { page, context } = await aDevice(browser, null, { javaScriptEnabled: false })
  await page.goto('/users/login')
  await expect(page.getByRole('button', { name: 'Continue with passkey' })).toBeHidden()
  await setCookies(context, site, member, appearance)
  await page.goto(`${securityPath}?step=passkey`)
  await expect(page.getByText('Adding a passkey requires JavaScript.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeHidden()
  await context.close()
})

test('the login response is not cached', async () => {
  const response = await fetch(`${site.url}/users/login`, {
    method: 'POST',
    headers: { origin: site.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'step=passkey',
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('staff see the two-factor requirement of the site', async ({ browser, engine }) => {
  test.skip(engine === 'folder', 'settings can only be changed in a PostgreSQL database')
  const staff = await logInAsAdmin(site)
  const { page, context } = await aDevice(browser, staff, { javaScriptEnabled: true })
  await page.goto(securityPath)
  await expect(page.getByText('Set up an authenticator app or add a passkey')).toBeVisible()
  const { codes } = await setUpApp(page, staff)
  await page.goto(securityPath)
  await expect(page.getByText('Log out and log in again with your second factor')).toBeVisible()
  await logOut(page)
  await startLogin(page, staff)
  await enterCode(page, codes[0] ?? '')
  await expect(page).toHaveURL('/questions?order=hot')
  await page.goto(securityPath)
  await expect(page.getByText('Keep at least one method turned on.')).toBeVisible()
  await context.close()
})
