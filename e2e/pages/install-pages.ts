import { type Browser, expect, type Page } from '@playwright/test'
import { installKeyCookie } from '@stoa/contract/endpoint'
import { hydrate } from '../support/hydration.ts'
import { type UninstalledSite, installKey } from '../support/uninstalled-site.ts'
import { collectErrors } from '../support/test.ts'
import type { NewUser } from './account-pages.ts'

/** Waits for the step with this heading. Creating the first database is slow. */
export async function expectStep(page: Page, heading: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({
    timeout: 90_000,
  })
}

export async function chooseLanguage(page: Page, name: string) {
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Next' }).click()
}

/** Fills in the database form for a server URL or a folder. */
export async function fillDatabase(page: Page, storage: { url: string } | { folder: string }) {
  if ('folder' in storage) {
    await page.getByRole('radio', { name: /Folder on this machine/ }).check()
    await page.getByLabel('Folder', { exact: true }).fill(storage.folder)
    return
  }
  const url = new URL(storage.url)
  await page.getByRole('radio', { name: /PostgreSQL/ }).check()
  await page.getByLabel('Host').fill(url.hostname)
  await page.getByLabel('Port').fill(url.port)
  await page.getByLabel('Database name').fill(url.pathname.slice(1))
  await page.getByLabel('User').fill(decodeURIComponent(url.username))
}

export async function next(page: Page) {
  await page.getByRole('button', { name: 'Next' }).click()
}

export async function fillSite(page: Page, siteName: string, admin: NewUser) {
  await page.getByLabel('Site name').fill(siteName)
  await page.getByLabel('Contact email').fill(admin.email)
  await page.getByLabel('Name', { exact: true }).fill(admin.name)
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByLabel('Confirm password').fill(admin.password)
}

export async function createSite(page: Page) {
  await page.getByRole('button', { name: 'Create site' }).click()
}

/** Opens the link from the log, which fills in the key. Without scripts the key is pasted. */
export async function openLinkFromLog(page: Page, site: UninstalledSite, hasScripts: boolean) {
  const link = /"link":"([^"]+)"/.exec(site.log())?.[1] ?? ''
  // The page is open already, so the browser does not load it again.
  if (hasScripts) await hydrate(page)
  await page.goto(link)
  await expectStep(page, 'Installation key')
  const key = decodeURIComponent(new URL(link).hash.slice(1))
  const field = page.getByLabel('Key')
  if (!hasScripts) await field.fill(key)
  await expect(field).toHaveValue(key)
  if (hasScripts) await expect(page).toHaveURL('/install/key')
  await next(page)
}

/** Opens the installer with the installation key in a cookie. */
export async function openInstallerWithKey(
  browser: Browser,
  site: UninstalledSite,
  javaScriptEnabled: boolean,
  locale?: string,
) {
  const opened = await openInstaller(browser, site, javaScriptEnabled, locale)
  const value = encodeURIComponent(installKey)
  await opened.page.context().addCookies([{ name: installKeyCookie, value, url: site.url }])
  return opened
}

/** Opens the installer in a new browser context. */
export async function openInstaller(
  browser: Browser,
  site: { url: string },
  javaScriptEnabled: boolean,
  locale = 'en-US',
) {
  const context = await browser.newContext({
    baseURL: site.url,
    locale,
    javaScriptEnabled,
  })
  const page = await context.newPage()
  return { page, problems: collectErrors(page) }
}
