import type { Browser, Page } from '@playwright/test'
import { findAxeViolations } from '../support/axe.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { hydrate } from '../support/hydration.ts'
import { aMember, type Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test, collectErrors } from '../support/test.ts'

// Logins are limited to ten an hour per account, so each test uses its own.
let member: Account
test.beforeEach(async ({ site }) => {
  member = await aMember(site, 'Gus Holt')
})

/** Opens a browser context with its own IP. */
async function openContext(browser: Browser, site: Site, options: { javaScriptEnabled: boolean }) {
  const extraHTTPHeaders = randomIpHeader()
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    extraHTTPHeaders,
    ...options,
  })
  return { context, extraHTTPHeaders, page: await context.newPage() }
}

async function tryPassword(page: Page, password: string) {
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  // The button moves when the previous error disappears, so a click could miss it.
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

async function failLoginThreeTimes(page: Page) {
  await page.goto('/users/login')
  for (let index = 0; index < 3; index++) {
    const responded = page.waitForResponse((response) => response.request().method() === 'POST')
    await tryPassword(page, `a wrong guess ${index}`)
    await responded
    await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  }
}

const ignoreClosedPage = () => {}

test('after wrong passwords the browser solves a captcha on its own and the login works', async ({
  browser,
  site,
}) => {
  const { context, page } = await openContext(browser, site, { javaScriptEnabled: true })
  const errors = collectErrors(page)
  await failLoginThreeTimes(page)
  await expect(page.getByRole('status').filter({ hasText: 'Verified.' })).toBeVisible()
  await expect(page.getByLabel('Characters in the image')).toHaveCount(0)
  expect(await findAxeViolations(page)).toEqual([])
  await tryPassword(page, member.password)
  await expect(page).toHaveURL('/')
  expect(errors).toEqual([])
  await context.close()
})

test('the captcha is solved when scripts load only after the last attempt', async ({
  browser,
  site,
}) => {
  const { context, page } = await openContext(browser, site, { javaScriptEnabled: true })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue().catch(ignoreClosedPage)
  })
  await failLoginThreeTimes(page)
  release()
  await expect(page.getByRole('status').filter({ hasText: 'Verified.' })).toBeVisible()
  await context.close()
})

test('a login that requires a captcha is resent once it is solved', async ({ browser, site }) => {
  const first = await openContext(browser, site, { javaScriptEnabled: true })
  await first.page.goto('/users/login')
  await hydrate(first.page)
  // The page was opened before the failed logins, so it has no captcha.
  for (let index = 0; index < 3; index++) {
    await fetch(`${site.url}/answer/api/v1/user/login/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...first.extraHTTPHeaders },
      body: JSON.stringify({ e_mail: `held-${index}@example.org`, pass: 'not the password' }),
    })
  }
  await tryPassword(first.page, member.password)
  await expect(first.page).toHaveURL('/')
  await first.context.close()
})

test('without JavaScript the captcha is an image with characters to type', async ({
  browser,
  site,
}) => {
  const { context, page } = await openContext(browser, site, { javaScriptEnabled: false })
  await failLoginThreeTimes(page)
  const image = page.getByRole('img', {
    name: 'Captcha: six distorted characters crossed by lines',
  })
  await expect(image).toBeVisible()
  expect(await image.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  const previousSrc = await image.getAttribute('src')

  await page.getByLabel('Characters in the image').fill('wrong')
  await tryPassword(page, member.password)
  await expect(page.getByText('Please complete the captcha to continue.')).toBeVisible()
  await expect(page.getByLabel('Characters in the image')).toHaveValue('')
  expect(await image.getAttribute('src')).not.toBe(previousSrc)
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
  await context.close()
})
