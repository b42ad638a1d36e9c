// What members can read without a connection, and what is left of it when they log out.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { logout } from '@stoa/contract/features/accounts'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { apiClient } from '../support/api-client.ts'
import { hydrate } from '../support/hydration.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, askAs, type Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

async function aBrowser(browser: Browser, site: Site) {
  return await browser.newContext({
    baseURL: site.url,
    extraHTTPHeaders: randomIpHeader(),
    serviceWorkers: 'allow',
  })
}

/** Three questions with their paths and texts. */
async function threeQuestions(site: Site, asker: Account) {
  const questions = []
  for (const word of ['first', 'second', 'third']) {
    const title = `Which flour for the ${word} dough ${Date.now()}?`
    const body = `The recipe of the ${word} dough does not say it.`
    const { id, url_title } = await askAs(site, asker, { title, body, tags: ['dough'] })
    questions.push({ title, body, path: `/questions/${id}/${url_title}` })
  }
  return questions
}

type Question = Awaited<ReturnType<typeof threeQuestions>>[number]

const listCopies = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const paths = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        if (url.includes('/questions/')) paths.push(new URL(url).pathname)
    return paths
  })()`)

const hasWorker = (page: Page) =>
  page.evaluate<boolean>(`navigator.serviceWorker.getRegistration().then((found) => !!found)`)

/** Opens the question and waits until it is saved. */
async function read(page: Page, { path }: Question) {
  await page.goto(path)
  await expect.poll(() => listCopies(page)).toContain(path)
  await expect.poll(() => page.evaluate(`navigator.serviceWorker.controller !== null`)).toBe(true)
}

async function expectCopy(page: Page, { title, body }: Question) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(body)).toBeVisible()
  await expect(page.getByText('You’re offline. This copy was saved on')).toBeVisible()
}

/** Nothing of the question is shown, whether the browser or the worker says that there is no connection. */
async function expectNoCopy(context: BrowserContext, { path, body }: Question) {
  await context.setOffline(true)
  const page = await context.newPage()
  await page.goto(path).catch(() => undefined)
  await expect(page.getByText(body)).toHaveCount(0)
  await page.close()
  await context.setOffline(false)
}

test('a member reads three questions offline, and logging out deletes them', async ({
  browser,
  site,
}) => {
  const member = await aMember(site, 'Selma Oduya')
  const questions = await threeQuestions(site, member)
  const [first, second, third] = questions as [Question, Question, Question]
  const context = await aBrowser(browser, site)
  await setCookies(context, site, member, appearance)
  const page = await context.newPage()
  await read(page, first)
  await read(page, second)
  // In place, without loading a document.
  await page.goto('/')
  await hydrate(page)
  await page.getByRole('link', { name: third.title }).click()
  await expect.poll(() => listCopies(page)).toContain(third.path)

  await context.setOffline(true)
  for (const question of questions) {
    await page.goto(question.path)
    await expectCopy(page, question)
  }
  await page.goto('/tags')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await page.getByRole('link', { name: first.title }).click()
  await expectCopy(page, first)
  expect(await page.locator('script, form').count()).toBe(0)

  await context.setOffline(false)
  await page.goto(first.path)
  await expect(page.getByText('You’re offline')).toHaveCount(0)
  await hydrate(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Tags', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')

  await context.setOffline(false)
  await page.goto('/')
  await page.getByRole('button', { name: /Selma Oduya/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect.poll(() => listCopies(page)).toEqual([])
  await expect.poll(() => hasWorker(page)).toBe(false)
  for (const question of questions) await expectNoCopy(context, question)
  await context.close()
})

test('copies are deleted with the question, when the session has ended elsewhere, and when another user logs in', async ({
  browser,
  site,
}) => {
  const member = await aMember(site, 'Timo Laine')
  const other = await aMember(site, 'Uma Prasad')
  const questions = await threeQuestions(site, member)
  const [first, second, third] = questions as [Question, Question, Question]
  const context = await aBrowser(browser, site)
  await setCookies(context, site, member, appearance)
  const page = await context.newPage()
  await read(page, first)
  await setCookies(context, site, other, appearance)
  await read(page, second)
  expect(await listCopies(page)).toEqual([second.path])
  await expectNoCopy(context, first)

  await read(page, third)
  const id = third.path.split('/')[2] ?? ''
  await apiClient(site, member.token).call(deleteQuestion, { id })
  await page.goto(third.path)
  await expect.poll(() => listCopies(page)).toEqual([second.path])

  await apiClient(site, other.token).call(logout, {})
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect.poll(() => listCopies(page)).toEqual([])
  await expect.poll(() => hasWorker(page)).toBe(false)
  await expectNoCopy(context, second)
  await context.close()
})

test('visitors have no service worker', async ({ browser, site }) => {
  const context = await aBrowser(browser, site)
  const page = await context.newPage()
  await page.goto('/')
  await hydrate(page)
  await page.goto('/tags')
  await hydrate(page)
  expect(await hasWorker(page)).toBe(false)
  const response = await page.request.get('/sw.js')
  expect(response.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': `default-src 'none'; connect-src 'self'; frame-ancestors 'none'`,
  })
  await context.close()
})
