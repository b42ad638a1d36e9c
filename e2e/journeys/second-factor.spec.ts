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
import { seriousProblems } from '../support/axe.ts'
import { fromElsewhere } from '../support/elsewhere.ts'
import { addAuthenticator } from '../support/passkey.ts'
import { wake } from '../support/running.ts'
import { enter } from '../support/screens.ts'
import { aMember, logInAsAdmin, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { readSlowly } from '../support/slow-replies.ts'
import { totpCode } from '../support/totp.ts'
import { expect, test, watch } from '../support/test.ts'

const look = { theme: 'light', locale: 'en_US' } as const
let site: Site

test.beforeAll(async ({ engine }) => {
  site = await startSite(engine, {
    host: 'localhost',
    settings: { login: { require_second_factor_for_staff: true } },
  })
})
test.afterAll(() => site.stop())

type Device = { javaScriptEnabled: boolean }

/** A browser of its own at an address of its own, with or without someone in it. */
async function aDevice(browser: Browser, as: Account | null, { javaScriptEnabled }: Device) {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    javaScriptEnabled,
    extraHTTPHeaders: fromElsewhere(),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await enter(context, site, as, look)
  const page = await context.newPage()
  return { context, page, problems: watch(page) }
}

async function isLoggedIn(context: BrowserContext) {
  return (await context.cookies()).some(({ name, httpOnly }) => name === 'sid' && httpOnly)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('an app is set up, asked for on another device, and turned off', async ({ browser }) => {
      const member = await aMember(site, 'Nadia Kotte')
      const first = await aDevice(browser, member, { javaScriptEnabled })
      const { secret, codes } = await setUpApp(first.page, member)
      await first.page.getByRole('link', { name: 'I have kept them' }).click()
      await expect(first.page.getByText('10 recovery codes are left')).toBeVisible()

      const second = await aDevice(browser, null, { javaScriptEnabled })
      await startLogin(second.page, member)
      expect(await isLoggedIn(second.context)).toBe(false)
      await enterCode(second.page, '123456')
      await expect(second.page.getByText('This code is not right')).toBeVisible()
      // The app's code of now was used up when it was set up.
      await enterCode(second.page, totpCode(secret, 1))
      await expect(second.page).toHaveURL('/questions?order=hot')
      expect(await isLoggedIn(second.context)).toBe(true)

      await logOut(second.page)
      await startLogin(second.page, member)
      await enterCode(second.page, codes[0]?.toUpperCase() ?? '')
      await expect(second.page).toHaveURL('/questions?order=hot')
      await second.page.goto(securityPath)
      await expect(second.page.getByText('9 recovery codes are left')).toBeVisible()

      await second.page.getByRole('link', { name: 'New recovery codes' }).click()
      await fillPassword(second.page, 'not the password')
      await second.page.getByRole('button', { name: 'Make new codes' }).click()
      await expect(second.page.getByText('This is not your current password.')).toBeVisible()
      await fillPassword(second.page, member.password)
      await second.page.getByLabel('Your password').press('Enter')
      expect(await readCodes(second.page)).not.toContain(codes[1])

      await second.page.goto(`${securityPath}?step=app-off`)
      await fillPassword(second.page, member.password)
      await second.page.getByRole('button', { name: 'Turn off the app' }).click()
      await expect(second.page.getByText('The authenticator app is off.')).toBeVisible()
      await logOut(second.page)
      await second.page.goto('/users/login')
      await fillLogin(second.page, member)

      expect([...first.problems, ...second.problems]).toEqual([])
      await first.context.close()
      await second.context.close()
    })
  })
}

test('five wrong codes end the login, which starts again from the password', async ({
  browser,
}) => {
  const member = await aMember(site, 'Tomas Rivera')
  const device = await aDevice(browser, member, { javaScriptEnabled: true })
  await setUpApp(device.page, member)
  await device.context.clearCookies({ name: 'sid' })
  await startLogin(device.page, member)
  for (let attempt = 0; attempt < 5; attempt++) {
    const answered = device.page.waitForResponse((response) => response.status() === 400)
    await enterCode(device.page, '123456')
    await answered
  }
  await enterCode(device.page, '123456')
  await expect(device.page.getByText('That took too long. Start again.')).toBeVisible()
  await expect(device.page.getByLabel('Password', { exact: true })).toBeVisible()
  await device.context.close()
})

test('recovery codes can be copied and kept as a file', async ({ browser }) => {
  const member = await aMember(site, 'Aisha Bello')
  const { page, context } = await aDevice(browser, member, { javaScriptEnabled: true })
  const { codes } = await setUpApp(page, member)
  await wake(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(codes.join('\n'))
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt')
  expect(await seriousProblems(page)).toEqual([])
  await context.close()
})

test('a passkey is added, logs in without a password, and is removed', async ({ browser }) => {
  const member = await aMember(site, 'Ingrid Olsen')
  const { page, context, problems } = await aDevice(browser, member, { javaScriptEnabled: true })
  const authenticator = await addAuthenticator(page)
  await page.goto(securityPath)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await fillPassword(page, member.password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
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
  await wake(page)
  const before = scripts.length
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page).toHaveURL('/questions?order=hot')
  expect(scripts.length, 'the code of passkeys comes with the click').toBeGreaterThan(before)
  expect(await isLoggedIn(context)).toBe(true)
  const session = (await context.cookies()).find(({ name }) => name === 'sid')?.value ?? '?'
  expect((await Promise.all(bodies)).join('')).not.toContain(session)

  await page.goto(securityPath)
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('last used')
  await page.getByRole('link', { name: 'Remove Laptop' }).click()
  await fillPassword(page, member.password)
  await page.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(page.getByText('The passkey was removed.')).toBeVisible()

  await logOut(page)
  await page.goto('/users/login')
  await wake(page)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.getByText('This passkey could not be checked.')).toBeVisible()
  expect(await isLoggedIn(context)).toBe(false)

  await authenticator.refuseFinger()
  await page.goto('/users/login')
  await wake(page)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.getByText('No passkey was used.')).toBeVisible()
  expect(problems).toEqual([])
  await context.close()
})

test('a passkey that answers before the page is still cuts nothing off', async ({ browser }) => {
  const member = await aMember(site, 'Hana Sato')
  const { page, context, problems } = await aDevice(browser, member, { javaScriptEnabled: true })
  await addAuthenticator(page)
  await readSlowly(page)
  await page.goto(`${securityPath}?step=passkey`)
  await wake(page)
  await page.getByLabel('Name').fill('Key')
  await fillPassword(page, member.password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
  await logOut(page)

  await page.goto('/users/login')
  await wake(page)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page).toHaveURL('/')
  expect(problems).toEqual([])
  await context.close()
})

test('pressed before scripts are there, the passkey button still works', async ({ browser }) => {
  const member = await aMember(site, 'Mallory Quick')
  const { page, context } = await aDevice(browser, member, { javaScriptEnabled: true })
  await addAuthenticator(page)
  await page.goto(`${securityPath}?step=passkey`)
  await page.getByLabel('Name').fill('Key')
  await fillPassword(page, member.password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
  await logOut(page)

  await page.goto('/users/login')
  const first = page.locator('main form').first()
  await first.evaluate((form: HTMLFormElement) => form.submit())
  await expect(page.getByRole('button', { name: 'Continue with a passkey' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await page.mouse.move(2, 2)
  await page.mouse.move(4, 4)
  await expect(page).toHaveURL('/')
  expect(await isLoggedIn(context)).toBe(true)
  await context.close()
})

test('without JavaScript no passkey is offered where none can work', async ({ browser }) => {
  const member = await aMember(site, 'Jonas Weber')
  const { page, context } = await aDevice(browser, null, { javaScriptEnabled: false })
  await page.goto('/users/login')
  await expect(page.getByRole('button', { name: 'Continue with a passkey' })).toBeHidden()
  await enter(context, site, member, look)
  await page.goto(`${securityPath}?step=passkey`)
  await expect(page.getByText('Adding a passkey needs JavaScript.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeHidden()
  await context.close()
})

test('the answer to a login is kept by no cache', async () => {
  const response = await fetch(`${site.url}/users/login`, {
    method: 'POST',
    headers: { origin: site.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'step=passkey',
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('staff read what the site asks of them', async ({ browser, engine }) => {
  test.skip(engine === 'folder', 'settings are saved in a database that can be reached')
  const staff = await logInAsAdmin(site)
  const { page, context } = await aDevice(browser, staff, { javaScriptEnabled: true })
  await page.goto(securityPath)
  await expect(page.getByText('the tools of staff stay closed to you')).toBeVisible()
  const { codes } = await setUpApp(page, staff)
  await page.goto(securityPath)
  await expect(page.getByText('Log out, then log in with your second factor')).toBeVisible()
  await logOut(page)
  await startLogin(page, staff)
  await enterCode(page, codes[0] ?? '')
  await expect(page).toHaveURL('/questions?order=hot')
  await page.goto(securityPath)
  await expect(page.getByText('Keep at least one.')).toBeVisible()
  await context.close()
})
