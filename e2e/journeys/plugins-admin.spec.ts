// A plugin from its installation to its removal, with a package that the test makes.
import type { Page } from '@playwright/test'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import { hydrate } from '../support/hydration.ts'
import { aPluginPackage } from '../support/plugin-packages.ts'
import { setCookies } from '../support/screens.ts'
import { logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

const server = `export default {
  actions: {
    check(kit) {
      kit.log.warn('The token has ' + kit.settings.token.length + ' characters.')
      return 'The motto is: ' + kit.settings.motto
    },
  },
}`

function aMotto(slug: string, version: string, permissions: object = {}) {
  const manifest = {
    slug,
    name: 'Motto',
    version,
    kinds: ['notification'],
    permissions: { network: ['chat.example.org'], ...permissions },
    server: { file: 'server.js', actions: ['check'] },
    settings: [
      { name: 'motto', type: 'input', title: 'Motto of the day', required: true },
      { name: 'token', type: 'input', title: 'Access token', secret: true },
      { name: 'check', type: 'button', title: 'Check the motto', action: 'check' },
    ],
  }
  const buffer = aPluginPackage(manifest, server)
  return { name: `${slug}.tgz`, mimeType: 'application/gzip', buffer }
}

/** The dialog closes. */
async function confirm(page: Page, button: string) {
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

for (const width of [1280, 390]) {
  test(`an admin installs, configures, updates and removes a plugin at ${width} px`, async ({
    page,
    site,
  }) => {
    const slug = `motto-${width}`
    await page.setViewportSize({ width, height: 844 })
    await setCookies(page.context(), site, await logInAsAdmin(site), appearance)

    await page.goto('/admin/plugins')
    await hydrate(page)
    await page.getByRole('button', { name: 'Install' }).click()
    const dialog = page.getByRole('dialog')
    const file = dialog.locator('input[type=file]')
    const notPacked = { name: 'notes.tgz', mimeType: 'text/plain', buffer: Buffer.from('Hello') }
    await file.setInputFiles(notPacked)
    await expect(dialog.getByRole('alert')).toContainText('notes.tgz was not accepted.')
    await expect(dialog.getByRole('alert')).toContainText('It is not a gzipped tar file')
    await file.setInputFiles(aMotto(slug, '1.0.0'))
    await expect(dialog.getByRole('heading', { name: 'Install Motto 1.0.0?' })).toBeVisible()
    await expect(dialog.getByText('chat.example.org')).toBeVisible()
    await expect(dialog.getByText('Read emails, passwords or drafts')).toBeVisible()
    await confirm(page, 'Install, keep it off')
    await expect(page).toHaveURL(new RegExp(`/admin/plugins/${slug}$`))
    await expect(page.getByText('1.0.0, by Northbank')).toBeVisible()

    const toggle = page.getByRole('switch', { name: 'Motto is on' })
    await expect(toggle).not.toBeChecked()
    await toggle.click()
    await expect(dialog.getByRole('heading', { name: 'Turn on Motto?' })).toBeVisible()
    await confirm(page, 'Turn on')
    await expect(toggle).toBeChecked()

    const motto = page.getByRole('textbox', { name: 'Motto of the day' })
    const token = page.getByLabel('Access token', { exact: true })
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await token.fill('s3cret')
    await expect(bar).toContainText('1 unsaved change')
    await bar.getByRole('button', { name: 'Save changes' }).click()
    await expect(motto).toBeFocused()
    await expect(motto).toHaveAttribute('aria-invalid', 'true')
    await motto.fill('Ask well')
    await page.getByRole('button', { name: 'Check the motto' }).click()
    await expect(page.getByText('Save your changes first.')).toBeVisible()
    await bar.getByRole('button', { name: 'Save changes' }).click()
    await expect(bar).toBeHidden()
    await page.reload()
    await hydrate(page)
    await expect(motto).toHaveValue('Ask well')
    await expect(token).toHaveValue(secretMask)
    await page.getByRole('button', { name: 'Check the motto' }).click()
    await expect(page.getByText('The motto is: Ask well')).toBeVisible()

    await page.getByRole('link', { name: 'Log', exact: true }).click()
    await expect(page).toHaveURL(/tab=log$/)
    await expect(async () => {
      await page.reload()
      const entry = page.getByRole('row').filter({ hasText: 'The token has 6 characters.' })
      await expect(entry).toContainText('Warning')
    }).toPass()

    await page.getByRole('link', { name: 'Plugins', exact: true }).last().click()
    await page.getByRole('button', { name: 'Install' }).click()
    await file.setInputFiles(aMotto(slug, '1.1.0', { storage: true }))
    await expect(dialog.getByRole('heading', { name: 'Update Motto to 1.1.0?' })).toBeVisible()
    await expect(dialog.getByText('This version asks for more:')).toBeVisible()
    await confirm(page, 'Update')
    await expect(page.getByText('1.1.0, by Northbank')).toBeVisible()
    await expect(toggle).toBeChecked()
    await page.getByRole('button', { name: 'More actions: Motto' }).click()
    await page.getByRole('menuitem', { name: 'Roll back to 1.0.0' }).click()
    await expect(page.getByText('1.0.0, by Northbank')).toBeVisible()

    await page.goto('/admin/plugins?status=outdated')
    await hydrate(page)
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Motto' }) })
    await expect(row).toContainText('Update to 1.1.0, asks for more')
    await row.getByRole('button', { name: 'Review update: Motto' }).click()
    await expect(dialog.getByText('Store its own data')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await row.getByRole('switch', { name: 'Motto is on' }).click()
    await expect(row.getByRole('switch')).not.toBeChecked()

    await row.getByRole('link', { name: 'Motto', exact: true }).click()
    await page.getByRole('button', { name: 'More actions: Motto' }).click()
    await page.getByRole('menuitem', { name: 'Remove plugin' }).click()
    await dialog.getByRole('checkbox', { name: 'Also delete its settings and data' }).check()
    await confirm(page, 'Remove plugin')
    await expect(page).toHaveURL(/\/admin\/plugins$/)
    await expect(page.getByRole('heading', { name: 'Motto' })).toBeHidden()
  })
}
