import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { logInAsAdmin } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

// A site of its own: other tests write to theirs.
let site: Site

test.beforeAll(async () => {
  site = await startSite('postgres')
})

test.afterAll(() => site.stop())

test('an admin makes the site read-only, closes it for maintenance and opens it again', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url })
  const appearance = { theme: 'light', locale: 'en_US' } as const
  await setCookies(context, site, await logInAsAdmin(site), appearance)
  const page = await context.newPage()
  const other = await browser.newContext({ baseURL: site.url, locale: 'en-US' })
  const visitor = await other.newPage()

  await page.goto('/admin/site-mode')
  await hydrate(page)
  const mode = page.getByRole('combobox', { name: 'Mode' })
  const save = async () => {
    // The message about an earlier save may still be visible.
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save changes' }).click()
    expect((await saved).status()).toBe(200)
  }
  await mode.selectOption('Read-only for everyone')
  await page.getByRole('textbox', { name: 'Message' }).fill('We move to new servers.')
  await save()
  await expect(page.getByRole('link', { name: 'Change mode' })).toBeVisible()
  await visitor.goto('/')
  await expect(visitor.getByText('We move to new servers.')).toBeVisible()

  await mode.selectOption('Maintenance: only admins')
  await save()
  const response = await visitor.goto('/tags')
  expect(response?.status()).toBe(503)
  await expect(visitor.getByRole('heading', { name: 'Down for maintenance' })).toBeVisible()
  await expect(visitor.getByRole('main').getByText('We move to new servers.')).toBeVisible()
  await visitor.goto('/users/login')
  await expect(visitor.getByRole('button', { name: 'Log in' })).toBeVisible()

  await mode.selectOption('Normal')
  await save()
  await expect(page.getByRole('link', { name: 'Change mode' })).toBeHidden()
  await visitor.goto('/')
  await expect(visitor.getByText('We move to new servers.')).toBeHidden()
  await context.close()
  await other.close()
})
