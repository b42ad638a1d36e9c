import { setCookies } from '../support/screens.ts'
import { aMember, askAs, logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('staff warn and suspend a user from the profile, who sees why', async ({
  page,
  browser,
  context,
  site,
}) => {
  const admin = await logInAsAdmin(site)
  const member = await aMember(site, `Otto Klamm ${Date.now() % 100_000}`)
  await askAs(site, member)
  const username = member.name.toLowerCase().replaceAll(' ', '-')
  await setCookies(context, site, admin, appearance)
  await page.goto(`/users/${username}`)
  await page.getByRole('button', { name: 'Moderate' }).click()
  const panel = page.getByRole('region', { name: 'Moderation' })
  await panel.getByLabel('New note').fill('Wrote to us by email.')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await expect(panel.getByText('Wrote to us by email.')).toBeVisible()

  await panel.getByRole('button', { name: 'Warn', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Warn', exact: true }).click()
  await expect(dialog.getByText('Cannot be empty.')).toBeVisible()
  await dialog.getByLabel('Message').fill('Please stop posting links to your shop.')
  await dialog.getByRole('button', { name: 'Warn', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByText('Not read yet')).toBeVisible()

  const theirs = await browser.newContext({ baseURL: site.url })
  await setCookies(theirs, site, member, appearance)
  const theirPage = await theirs.newPage()
  await theirPage.goto('/questions')
  await expect(theirPage.getByText('The moderators have sent you a warning.')).toBeVisible()
  await theirPage.getByRole('link', { name: 'Read more' }).click()
  await expect(theirPage.getByText('Please stop posting links to your shop.')).toBeVisible()
  await theirPage.getByRole('button', { name: 'I have read this' }).click()
  await expect(theirPage.getByText('Your account is in good standing')).toBeVisible()
  await theirPage.goto('/questions')
  await expect(theirPage.getByText('The moderators have sent you a warning.')).toBeHidden()

  await panel.getByRole('button', { name: 'Suspend', exact: true }).click()
  await dialog.getByLabel('Duration').selectOption('14 days')
  await dialog.getByLabel('Reason').fill('Advertising, again.')
  await dialog.getByLabel('Delete recent posts').selectOption('From the last day')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(panel.getByText(/^Suspended until/).first()).toBeVisible()
  await theirPage.goto('/questions')
  await expect(theirPage).toHaveURL('/users/account-suspended')
  await expect(theirPage.getByText('Advertising, again.')).toBeVisible()

  await page.goto(`/review/log?username=${username}`)
  const rows = page.getByRole('table', { name: 'Staff log' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Suspended' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Deleted' })).toHaveCount(1)

  await page.goto(`/users/${username}`)
  await page.getByRole('button', { name: 'Moderate' }).click()
  await panel.getByRole('button', { name: 'Unsuspend' }).click()
  await dialog.getByLabel('Restore deleted posts').check()
  await dialog.getByRole('button', { name: 'Unsuspend' }).click()
  await expect(page.getByText('User unsuspended.', { exact: true })).toBeVisible()
  await theirPage.goto('/questions')
  await expect(theirPage).toHaveURL('/questions')
  await theirs.close()
})
