import { createTag } from '@stoa/contract/features/tags'
import { apiClient } from '../support/api-client.ts'
import { setCookies } from '../support/screens.ts'
import { logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('an admin finds an unused tag, deletes it and takes that back', async ({
  page,
  context,
  site,
}) => {
  const admin = await logInAsAdmin(site)
  await setCookies(context, site, admin, appearance)
  const name = `unused-${Date.now() % 1_000_000}`
  await apiClient(site, admin.token).call(createTag, {
    slug_name: name,
    display_name: name,
    original_text: '',
  })
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Tags', exact: true }).first().click()
  await page.getByRole('link', { name: 'No questions' }).click()
  await expect(page).toHaveURL(/filter=unused/)
  await page.getByRole('searchbox', { name: 'Search tags' }).fill(name)
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await expect(page).toHaveURL(new RegExp(`q=${name}`))
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByText('No tags found')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
})
