import { createApiKey } from '@stoa/contract/features/api-keys'
import { apiClient } from '../support/api-client.ts'
import { setCookies } from '../support/screens.ts'
import { logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('an admin tries calls from the API documentation, with a session and with a key', async ({
  page,
  context,
  site,
}) => {
  const admin = await logInAsAdmin(site)
  await setCookies(context, site, admin, appearance)
  await page.goto('/api-docs')
  await page.getByRole('link', { name: 'Details of tags' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'tags' })).toBeVisible()

  const name = `docs-${Date.now() % 1_000_000}`
  await page.getByRole('button', { name: 'Try it: POST /answer/api/v1/tag', exact: true }).click()
  const creating = page.getByRole('form', { name: 'Try it: POST /answer/api/v1/tag', exact: true })
  await expect(creating.getByLabel('slug_name')).toBeFocused()
  await creating.getByLabel('slug_name').fill(name)
  await creating.getByLabel('display_name').fill(name)
  await creating.getByLabel('original_text').fill('Created from the documentation.')
  await creating.getByRole('button', { name: 'Send' }).click()
  await expect(creating.getByRole('status').first()).toContainText('Status 200')
  await expect(creating.getByText(`"slug_name": "${name}"`)).toBeVisible()

  const path = '/answer/admin/api/tags/page'
  await page.getByRole('button', { name: `Try it: GET ${path}` }).click()
  const listing = page.getByRole('form', { name: `Try it: GET ${path}` })
  await listing.getByLabel('q', { exact: true }).fill(name)
  await listing.getByLabel('filter').selectOption('unused')
  await listing.getByRole('button', { name: 'Send' }).click()
  await expect(listing.getByText(`"slug_name": "${name}"`)).toBeVisible()

  const asAdmin = apiClient(site, admin.token)
  const { access_key: key } = await asAdmin.call(createApiKey, {
    description: name,
    scope: 'read',
  })
  await page.getByLabel('API key').fill(key)
  await expect(listing.getByText('Sent with the API key above.')).toBeVisible()
  await listing.getByRole('button', { name: 'Send' }).click()
  await expect(listing.getByRole('status').first()).toContainText('Status 403')
  await expect(listing.getByText(/API_KEY" \\/)).toBeVisible()
  await expect(page.getByText(key)).toBeHidden()
})
