import { computeFigures, setCookies } from '../support/screens.ts'
import { aMember, aModerator, answerAs, askAs, logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('an admin reads how questions are answered, and what is installed', async ({ page, site }) => {
  const [asker, author] = [await aMember(site, 'Ines Asker'), await aMember(site, 'Gus Author')]
  const { id } = await askAs(site, asker)
  await answerAs(site, author, id, 'Let it rest for an hour, then fold it.')
  await computeFigures(site)
  await setCookies(page.context(), site, await logInAsAdmin(site), appearance)
  await page.goto('/')
  await page.getByRole('button', { name: /account menu|Leila/i }).click()
  await page.getByRole('link', { name: 'Admin', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Is the community answering?' })).toBeVisible()
  // Figures are about whole days, and this site is an hour old.
  await expect(page.getByText(/No question was asked in this time/)).toBeVisible()
  await expect(page.getByText(/^Fewer than 5 people posted for the first time/)).toBeVisible()
  await expect(page.getByText(/^No words were searched for/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Review load' })).toBeVisible()
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(/days=7/)
  await expect(page.getByRole('heading', { name: 'Who posts again' })).toBeHidden()
  await expect(page.getByText('PostgreSQL')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the site' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('moderators are not admitted to the admin area', async ({ page, site }) => {
  await setCookies(page.context(), site, await aModerator(site, 'Nils Ekberg'), appearance)
  const response = await page.goto('/admin')
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
})

test('an admin defines a badge and hides it again', async ({ page, site }) => {
  await setCookies(page.context(), site, await logInAsAdmin(site), appearance)
  await page.goto('/admin/badges')
  await page.getByRole('link', { name: 'New badge' }).click()
  await page.getByRole('button', { name: 'Create badge' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  const name = `Loaf ${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Ask ten thousand questions.')
  await page.getByLabel('Level').selectOption('3')
  await page.getByLabel('How many').fill('10000')
  await page.getByRole('button', { name: 'Create badge' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByRole('button', { name: `Deactivate ${name}` }).click()
  await expect(page.getByText('Badge deactivated and hidden.', { exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: 'Inactive', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Inactive' }).click()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Badge activated.', { exact: true })).toBeVisible()
  await page.goto('/admin/badges?status=active')
  await row.getByRole('button', { name: `Deactivate ${name}` }).click()
  await expect(row).toBeHidden()
})
