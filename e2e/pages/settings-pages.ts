import type { BrowserContext, Page } from '@playwright/test'
import type { Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'

export async function logInAs(context: BrowserContext, site: Site, account: Account) {
  await context.addCookies([{ name: 'sid', value: account.token, httpOnly: true, url: site.url }])
}

export async function save(page: Page) {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
}
