import { setCookies } from '../support/screens.ts'
import { aMember, askAs, logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('an admin finds a user, changes the role, suspends and restores them', async ({
  page,
  context,
  site,
}) => {
  const admin = await logInAsAdmin(site)
  const suffix = Date.now() % 100_000
  const member = await aMember(site, `Wanda Orlow ${suffix}`)
  await askAs(site, member)
  await setCookies(context, site, admin, appearance)
  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(member.email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  // The list before the search may have the row too.
  await expect(page).toHaveURL(/[?&]query=/)
  const row = page.getByRole('row').filter({ hasText: member.name })
  await expect(row).toBeVisible()
  await expect(row).toContainText('Active')

  await page.getByRole('button', { name: `Actions for ${member.name}` }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Moderator/ }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(row).toContainText('Moderator')

  await row.getByRole('link', { name: member.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Content' }).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('New note').fill('Helps newcomers.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Helps newcomers.')).toBeVisible()

  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await dialog.getByLabel('Duration').selectOption('14 days')
  await dialog.getByLabel('Reason').fill('Advertising.')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByText(/^Suspended until/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Suspended')
  await page.getByRole('button', { name: 'End suspension' }).click()
  await dialog.getByRole('button', { name: 'End suspension' }).click()
  await expect(page.getByText('Suspension ended.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
})

test('an admin acts on several users, adds some and invites one', async ({
  page,
  browser,
  context,
  site,
}) => {
  const admin = await logInAsAdmin(site)
  const suffix = Date.now() % 100_000
  const one = await aMember(site, `Bulk One ${suffix}`)
  const two = await aMember(site, `Bulk Two ${suffix}`)
  await setCookies(context, site, admin, appearance)
  await page.goto('/admin/users?query=Bulk')
  for (const { name } of [one, two]) await page.getByLabel(`Select ${name}`).check()
  await page.getByRole('toolbar', { name: 'Selected users' }).getByText('Suspend').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Duration').selectOption('7 days')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByText('Users suspended.', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  for (const { name } of [one, two])
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Suspended until')

  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add users' }).click()
  const line = `Added Person ${suffix}, added-${suffix}@example.org, columns of marble`
  await dialog.getByLabel('Users').fill(`${line}\nno comma`)
  await dialog.getByRole('button', { name: 'Check lines' }).click()
  await expect(dialog.getByText('1 line has a problem.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove these lines' }).click()
  await dialog.getByRole('button', { name: 'Check lines' }).click()
  await dialog.getByRole('button', { name: 'Add 1 user' }).click()
  await expect(page.getByText('1 user added.', { exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `Added Person ${suffix}` })).toBeVisible()

  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByRole('radio', { name: /^Create a link/ }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByText(/\/users\/register\?invitation=/).textContent()
  const theirs = await browser.newContext({ baseURL: site.url })
  await setCookies(theirs, site, null, appearance)
  const theirPage = await theirs.newPage()
  await theirPage.goto(new URL(link ?? '').pathname + new URL(link ?? '').search)
  await expect(theirPage.getByText('You’re invited.')).toBeVisible()
  await theirs.close()
  await page.goto('/admin/invitations')
  const invitation = page.getByRole('row').filter({ hasText: 'Anyone with the link' }).first()
  await invitation.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Invitation revoked.', { exact: true })).toBeVisible()
})
