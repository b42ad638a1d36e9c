import type { Page } from '@playwright/test'
import { waitForMail } from '../../scripts/services/inbox.ts'

export type Person = { name: string; email: string; password: string }

let count = 0

/** Someone who has never been here. */
export function aPerson(name = 'Ines Moreau'): Person {
  count += 1
  return {
    name: `${name} ${count}`,
    email: `person-${Date.now()}-${count}@example.org`,
    password: 'nine quiet columns',
  }
}

export async function signUp(page: Page, person: Person) {
  await page.goto('/users/register')
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
}

/** The link of the mail that arrived over SMTP. */
export async function activationLink(person: Person): Promise<string> {
  const link = /https?:\/\/\S+account-activation\?code=[\w-]+/
  const { text } = await waitForMail({ to: person.email, text: link })
  return link.exec(text)?.[0] ?? ''
}

export async function activate(page: Page, person: Person) {
  await page.goto(await activationLink(person))
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await page.getByRole('heading', { name: `Welcome, ${person.name}` }).waitFor()
}

export async function fillLogin(page: Page, person: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/users/login')
}

export async function logOut(page: Page) {
  await page.goto('/users/logout')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
}
