import { expect, type Page } from '@playwright/test'
import { totpCode } from '../support/totp.ts'

type Member = { email: string; password: string }

export const securityPath = '/users/settings/security'

/** Sets up an authenticator app; returns its secret and the recovery codes. */
export async function setUpApp(page: Page, { password }: Member) {
  await page.goto(securityPath)
  await page.getByRole('link', { name: 'Set up authenticator app' }).click()
  await fillPassword(page, password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')

  await page.getByLabel('Code from your app').fill('000 000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is incorrect')).toBeVisible()
  expect((await page.locator('code').innerText()).replaceAll(/\s/g, '')).toBe(secret)

  const code = totpCode(secret)
  await page.getByLabel('Code from your app').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  // The button moves when the previous error disappears, so a click could miss it.
  await page.getByLabel('Code from your app').press('Enter')
  return { secret, codes: await readCodes(page) }
}

/** Reads the recovery codes, which are shown only once. */
export async function readCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('main').locator('ol li').allInnerTexts()
  expect(codes).toHaveLength(10)
  return codes
}

export async function fillPassword(page: Page, password: string) {
  await page.getByLabel('Your password').fill(password)
}

/** Logs in with the password; the page then asks for a code. */
export async function startLogin(page: Page, { email, password }: Member) {
  await page.goto('/users/login?redirect=/questions%3Forder%3Dhot')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
}

export async function enterCode(page: Page, code: string) {
  // The form is disabled while the previous attempt is in progress.
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeEnabled()
  await page.getByLabel('Code', { exact: true }).fill(code)
  // The button moves when the previous error disappears, so a click could miss it.
  await page.getByLabel('Code', { exact: true }).press('Enter')
}
