import type { Browser, Page } from '@playwright/test'
import { seriousProblems } from '../support/axe.ts'
import { fromElsewhere } from '../support/elsewhere.ts'
import { wake } from '../support/running.ts'
import { aMember, type Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test, watch } from '../support/test.ts'

// An account takes ten logins an hour, so each test guesses at one of its own.
let member: Account
test.beforeEach(async ({ site }) => {
  member = await aMember(site, 'Gus Holt')
})

/** A browser somewhere else in the world. */
async function open(browser: Browser, site: Site, options: { javaScriptEnabled: boolean }) {
  const extraHTTPHeaders = fromElsewhere()
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    extraHTTPHeaders,
    ...options,
  })
  return { context, extraHTTPHeaders, page: await context.newPage() }
}

async function tryPassword(page: Page, password: string) {
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  // Not by a click: the button moves up when the message about the last try goes.
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

async function guessThrice(page: Page) {
  await page.goto('/users/login')
  for (let index = 0; index < 3; index++) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await tryPassword(page, `a wrong guess ${index}`)
    await answered
    await expect(page.getByText('E-mail or password is not right.')).toBeVisible()
  }
}

const ofPageThatIsGone = () => {}

test('after wrong passwords the page solves a puzzle by itself, says so, and signs in', async ({
  browser,
  site,
}) => {
  const { context, page } = await open(browser, site, { javaScriptEnabled: true })
  const problems = watch(page)
  await guessThrice(page)
  await expect(page.getByRole('status').filter({ hasText: 'The puzzle is solved.' })).toBeVisible()
  await expect(page.getByLabel('Letters in the picture')).toHaveCount(0)
  expect(await seriousProblems(page)).toEqual([])
  await tryPassword(page, member.password)
  await expect(page).toHaveURL('/')
  expect(problems).toEqual([])
  await context.close()
})

test('the puzzle is solved too when the scripts come only after the last try', async ({
  browser,
  site,
}) => {
  const { context, page } = await open(browser, site, { javaScriptEnabled: true })
  const { promise: guessed, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await guessed
    await route.continue().catch(ofPageThatIsGone)
  })
  await guessThrice(page)
  go()
  await expect(page.getByRole('status').filter({ hasText: 'The puzzle is solved.' })).toBeVisible()
  await context.close()
})

test('a login that is held up is sent again once its puzzle is solved', async ({
  browser,
  site,
}) => {
  const first = await open(browser, site, { javaScriptEnabled: true })
  await first.page.goto('/users/login')
  await wake(first.page)
  // Opened before anything went wrong, so this page knows of no puzzle.
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

test('without JavaScript there is a picture with letters to type', async ({ browser, site }) => {
  const { context, page } = await open(browser, site, { javaScriptEnabled: false })
  await guessThrice(page)
  const picture = page.getByRole('img', { name: 'Six bent letters, crossed by lines' })
  await expect(picture).toBeVisible()
  expect(await picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  const before = await picture.getAttribute('src')

  await page.getByLabel('Letters in the picture').fill('wrong')
  await tryPassword(page, member.password)
  await expect(page.getByText('To go on, please solve this small puzzle.')).toBeVisible()
  await expect(page.getByLabel('Letters in the picture')).toHaveValue('')
  expect(await picture.getAttribute('src')).not.toBe(before)
  await expect(page.getByLabel('E-mail')).toHaveValue(member.email)
  await context.close()
})
