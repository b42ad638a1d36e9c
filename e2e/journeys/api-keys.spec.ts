import { setCookies } from '../support/screens.ts'
import { logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('an admin creates a key, calls the API with it, renames and revokes it', async ({
  page,
  context,
  site,
  request,
}) => {
  const admin = await logInAsAdmin(site)
  await setCookies(context, site, admin, appearance)
  const name = `Backup ${Date.now() % 100_000}`
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()

  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByLabel('Description')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Description').fill(name)
  await dialog.getByRole('radio', { name: /^Write/ }).check()
  await dialog.getByLabel('Expires').selectOption('365 days')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('heading', { name: 'API key created' })).toBeVisible()
  const key = await dialog.getByText(/^stoa_key_\d+_[0-9a-f]{64}$/).textContent()
  await expect(dialog.getByText(/^curl -H 'Authorization: Bearer stoa_key_/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(key!)).toBeHidden()

  const read = async () => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await request.get(`${site.url}/answer/api/v1/user/info`, { headers })
    return ((await response.json()) as { reason: string }).reason
  }
  expect(await read()).toBe('base.success')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Write')
  await expect(async () => {
    await page.reload()
    await expect(row).not.toContainText('Never', { timeout: 1_000 })
  }).toPass()

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog.getByLabel('Description').fill(`${name} of the wiki`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText(`${name} of the wiki`)

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(row).toContainText('Revoked')
  expect(await read()).toBe('error.api_key.revoked')
})
