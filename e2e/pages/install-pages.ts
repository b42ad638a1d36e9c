import { type Browser, expect, type Page } from '@playwright/test'
import { installKeyCookie } from '@stoa/contract/endpoint'
import { type EmptyMachine, installKey } from '../support/empty-machine.ts'
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

/** Opens the link from the log and submits the key that it fills in; without scripts the key is pasted. */
export async function openFromLog(page: Page, machine: EmptyMachine, hasScripts: boolean) {
  const link = /"link":"([^"]+)"/.exec(machine.log())?.[1] ?? ''
  await page.goto(link)
  await expectStep(page, 'Installation key')
  const key = decodeURIComponent(new URL(link).hash.slice(1))
  const field = page.getByLabel('Key')
  if (!hasScripts) await field.fill(key)
  await expect(field).toHaveValue(key)
  if (hasScripts) await expect(page).toHaveURL('/install/key')
  await next(page)
}

/** Opens a browser that holds the installation key of a machine that is being set up. */
export async function visitWithKey(
  browser: Browser,
  machine: EmptyMachine,
  javaScriptEnabled: boolean,
  locale?: string,
) {
  const visited = await visit(browser, machine, javaScriptEnabled, locale)
  const value = encodeURIComponent(installKey)
  await visited.page.context().addCookies([{ name: installKeyCookie, value, url: machine.url }])
  return visited
}

/** Opens a browser in front of a machine that is being set up. */
export async function visit(
  browser: Browser,
  machine: { url: string },
  javaScriptEnabled: boolean,
  locale = 'en-US',
) {
  const context = await browser.newContext({
    baseURL: machine.url,
    locale,
    javaScriptEnabled,
  })
  const page = await context.newPage()
  return { page, problems: watch(page) }
}
