import type { Browser, Page } from '@playwright/test'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, aModerator, askAs, type Account, usernameOf } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

async function openAs(browser: Browser, site: Site, account: Account, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url })
  await setCookies(context, site, account, appearance)
  const page = await context.newPage()
  await page.goto(path)
  await hydrate(page)
  return page
}

async function suspend(page: Page) {
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByLabel('Reason').fill('You pretended to be the chef.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('User suspended.', { exact: true }).first()).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('a flag of a user goes from the click to a suspension and its outcome', async ({
  browser,
  site,
}) => {
  const impostor = await aMember(site, 'Jacques Pepinn')
  const flagger = await aMember(site, 'Priya Natarajan')
  const moderator = await aModerator(site, 'Gus Lindqvist')
  const title = `Do you know who I am ${Date.now()}`
  await askAs(site, impostor, { title, body: 'Buy my book.', tags: ['knives'] })
  const profile = `/users/${await usernameOf(site, impostor)}`

  const asFlagger = await openAs(browser, site, flagger, profile)
  await asFlagger.getByRole('button', { name: 'Flag user' }).click()
  const flagDialog = asFlagger.getByRole('dialog', { name: 'Flag this user' })
  await flagDialog.getByRole('radio', { name: 'Impersonation' }).check()
  await flagDialog.getByLabel('Explanation').fill('This is not the chef.')
  await flagDialog.getByRole('button', { name: 'Flag' }).click()
  await expect(asFlagger.getByText('Thanks for flagging.', { exact: true })).toBeVisible()
  await asFlagger.getByRole('button', { name: 'Flag user' }).click()
  await expect(flagDialog.getByText('It’s waiting for a moderator.')).toBeVisible()

  const desk = await openAs(browser, site, moderator, '/review?type=flagged_user')
  await expect(desk.getByRole('article').getByText('This is not the chef.')).toBeVisible()
  await expect(desk.getByText(title)).toBeVisible()
  await suspend(desk)
  await desk.getByRole('listitem').getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByText('User unsuspended.', { exact: true })).toBeVisible()
  await suspend(desk)
  await desk.keyboard.press('n')
  const noteDialog = desk.getByRole('dialog', { name: 'Decide with a note' })
  await noteDialog.getByLabel('Note').fill('Thank you, the account is suspended.')
  await noteDialog.getByRole('button', { name: 'Uphold' }).click()
  await expect(desk.getByRole('status').getByText('Upheld')).toBeVisible()
  await desk.goto('/review/history')
  await expect(desk.getByRole('link', { name: 'Jacques Pepinn' })).toBeVisible()

  await asFlagger.goto(`/users/${await usernameOf(site, flagger)}/flags`)
  await expect(asFlagger.getByText('Helpful')).toBeVisible()
  await expect(asFlagger.getByText('Thank you, the account is suspended.')).toBeVisible()
  await expect(asFlagger.getByRole('main').getByText('Gus Lindqvist')).toHaveCount(0)

  const asImpostor = await openAs(browser, site, impostor, '/questions')
  await expect(asImpostor.getByText('You pretended to be the chef.')).toBeVisible()
})

test('a moderator resets a profile, and undoes it', async ({ browser, site }) => {
  const member = await aMember(site, 'Cheap Knives Shop')
  const flagger = await aMember(site, 'Nadia Kotte')
  const moderator = await aModerator(site, 'Mia Holm')
  const profile = `/users/${await usernameOf(site, member)}`
  const asFlagger = await openAs(browser, site, flagger, profile)
  await asFlagger.getByRole('button', { name: 'Flag user' }).click()
  await asFlagger.getByRole('radio', { name: 'Inappropriate profile' }).check()
  await asFlagger.getByRole('dialog').getByRole('button', { name: 'Flag' }).click()
  await expect(asFlagger.getByText('Thanks for flagging.', { exact: true })).toBeVisible()

  const desk = await openAs(browser, site, moderator, '/review?type=flagged_user')
  await desk
    .getByRole('complementary', { name: 'Cases' })
    .getByRole('link', { name: 'Cheap Knives Shop' })
    .click()
  await desk.keyboard.press('r')
  const dialog = desk.getByRole('dialog', { name: 'Reset the profile' })
  await dialog.getByRole('button', { name: 'Reset profile' }).click()
  await expect(dialog.getByText('Choose at least one field.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Display name' }).check()
  await dialog.getByRole('button', { name: 'Reset profile' }).click()
  await expect(desk.getByRole('status').getByText('Profile reset')).toBeVisible()
  await asFlagger.goto(profile)
  await expect(asFlagger.getByRole('heading', { level: 1 })).not.toHaveText('Cheap Knives Shop')
  await desk.keyboard.press('z')
  await expect(desk.getByRole('article').getByText('Cheap Knives Shop')).toBeVisible()
  await asFlagger.goto(profile)
  await expect(asFlagger.getByRole('heading', { level: 1 })).toHaveText('Cheap Knives Shop')
})
