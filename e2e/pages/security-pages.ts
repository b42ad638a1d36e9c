import { expect, type Page } from '@playwright/test'
import { totpCode } from '../support/totp.ts'

type Member = { email: string; password: string }

export const securityPath = '/users/settings/security'

/** Sets up an authenticator app; returns its secret and the recovery codes. */
export async function setUpApp(page: Page, { password }: Member) {
  await page.goto(securityPath)
  await page.getByRole('link', { name: 'Set up an app' }).click()
  await fillPassword(page, password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')

  await page.getByLabel('Code from the app').fill('000 000')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('This code is not right')).toBeVisible()
  expect((await page.locator('code').innerText()).replaceAll(/\s/g, '')).toBe(secret)

  const code = totpCode(secret)
  await page.getByLabel('Code from the app').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  // Not by a click: the button moves up when the message about the last try goes.
  await page.getByLabel('Code from the app').press('Enter')
  return { secret, codes: await readCodes(page) }
}

/** The recovery codes, the one time they are shown. */
export async function readCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('main').locator('ol li').allInnerTexts()
  expect(codes).toHaveLength(10)
  return codes
}

export async function fillPassword(page: Page, password: string) {
  await page.getByLabel('Your password').fill(password)
}

/** The password alone; the page asks for a code then. */
export async function startLogin(page: Page, { email, password }: Member) {
  await page.goto('/users/login?redirect=/questions%3Forder%3Dhot')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

export async function enterCode(page: Page, code: string) {
  // While the last try is on its way, the form takes no other.
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeEnabled()
  await page.getByLabel('Code', { exact: true }).fill(code)
  // Not by a click: the button moves up when the message about the last try goes.
  await page.getByLabel('Code', { exact: true }).press('Enter')
}
