import type { Page } from '@playwright/test'
import { waitForMail } from '../../scripts/services/inbox.ts'

export type NewUser = { name: string; email: string; password: string }

let userCount = 0

/** A user who has not signed up yet. */
export function aUser(name = 'Ines Moreau'): NewUser {
  userCount += 1
  return {
    name: `${name} ${userCount}`,
    email: `user-${Date.now()}-${userCount}@example.org`,
    password: 'nine quiet columns',
  }
}

export async function signUp(page: Page, user: NewUser) {
  await page.goto('/users/register')
  await fillSignUp(page, user)
}

export async function fillSignUp(page: Page, user: NewUser) {
  await page.getByLabel('Name').fill(user.name)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
}

/** Returns the link from the activation email. */
export async function activationLink(user: NewUser): Promise<string> {
  const link = /https?:\/\/\S+account-activation\?code=[\w%&=-]+/
  const { text } = await waitForMail({ to: user.email, text: link })
  return link.exec(text)?.[0] ?? ''
}

export async function activate(page: Page, user: NewUser) {
  await page.goto(await activationLink(user))
  await page.getByRole('button', { name: 'Activate account' }).click()
  await page.getByRole('heading', { name: `Welcome, ${user.name}` }).waitFor()
}

export async function fillLogin(page: Page, user: Pick<NewUser, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/users/login')
}

export async function logOut(page: Page) {
  await page.goto('/users/logout')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
}
