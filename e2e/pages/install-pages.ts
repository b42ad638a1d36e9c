import { type Browser, expect, type Page } from '@playwright/test'
import { watch } from '../support/test.ts'
import type { Person } from './account-pages.ts'

/** The page whose heading says so. A first database takes its time. */
export async function expectStep(page: Page, heading: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({
    timeout: 90_000,
  })
}

export async function chooseLanguage(page: Page, name: string) {
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Next' }).click()
}

/** Fills in where the data goes: a server by its URL, or a folder. */
export async function fillDatabase(page: Page, place: { url: string } | { folder: string }) {
  if ('folder' in place) {
    await page.getByRole('radio', { name: /A folder on this machine/ }).check()
    await page.getByLabel('Folder', { exact: true }).fill(place.folder)
    return
  }
  const url = new URL(place.url)
  await page.getByRole('radio', { name: /PostgreSQL/ }).check()
  await page.getByLabel('Host').fill(url.hostname)
  await page.getByLabel('Port').fill(url.port)
  await page.getByLabel('Database name').fill(url.pathname.slice(1))
  await page.getByLabel('User').fill(decodeURIComponent(url.username))
}

export async function next(page: Page) {
  await page.getByRole('button', { name: 'Next' }).click()
}

export async function fillSite(page: Page, siteName: string, admin: Person) {
  await page.getByLabel('Site name').fill(siteName)
  await page.getByLabel('Contact e-mail').fill(admin.email)
  await page.getByLabel('Name', { exact: true }).fill(admin.name)
  await page.getByLabel('E-mail', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByLabel('Password again').fill(admin.password)
}

export async function makeSite(page: Page) {
  await page.getByRole('button', { name: 'Make the site' }).click()
}

/** Opens a browser in front of a machine that is being set up. */
export async function visit(
  browser: Browser,
  machine: { url: string },
  javaScriptEnabled: boolean,
) {
  const context = await browser.newContext({
    baseURL: machine.url,
    locale: 'en-US',
    javaScriptEnabled,
  })
  const page = await context.newPage()
  return { page, problems: watch(page) }
}
