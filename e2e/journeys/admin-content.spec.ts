import { setCookies } from '../support/screens.ts'
import { aMember, askAs, logInAsAdmin } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('an admin deletes what matches a filter on two pages, and undoes it', async ({
  page,
  context,
  site,
}) => {
  const asker = await aMember(site, 'Hana Sato')
  const word = `sourdough${Date.now()}`
  const tag = { tags: [`bulk-${Date.now() % 100_000}`] }
  const count = 22
  for (let n = 1; n <= count; n++)
    await askAs(site, asker, {
      title: `${word} number ${n}`,
      body: 'How long does it rise?',
      ...tag,
    })
  await setCookies(context, site, await logInAsAdmin(site), appearance)
  await page.goto('/admin/questions')

  const search = page.getByRole('searchbox', { name: /Words/ })
  await search.fill(`[${tag.tags[0]}]`)
  await search.press('Enter')
  await expect(page.getByText(`1 to 20 of ${count}`)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('20 selected')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(`21 to ${count} of ${count}`)).toBeVisible()
  await page.getByRole('checkbox', { name: `Select: ${word} number 2`, exact: true }).check()
  await expect(page.getByText('21 selected')).toBeVisible()

  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete 21 questions?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Delete 21 questions' })).toBeVisible()
  await expect(page.getByText('All 21 processed').first()).toBeVisible({ timeout: 60_000 })
  await page.goto(`/admin/questions?query=[${tag.tags[0]}]`)
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await page.goto(`/admin/questions?query=[${tag.tags[0]}]&status=deleted`)
  await expect(page.getByText('1 to 20 of 21')).toBeVisible()

  await page.goto('/admin/bulk')
  await page.getByRole('link', { name: 'Delete 21 questions' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Restore 21 questions' })).toBeVisible()
  await expect(page.getByText('All 21 processed').first()).toBeVisible({ timeout: 60_000 })
  await page.goto(`/admin/questions?query=[${tag.tags[0]}]`)
  await expect(page.getByText(`1 to 20 of ${count}`)).toBeVisible()
})

test('an admin deletes one question and takes it back', async ({ page, context, site }) => {
  const title = `A loaf that fell ${Date.now()}`
  const asker = await aMember(site, 'Hana Sato')
  const { id } = await askAs(site, asker, { title, body: 'Why did it fall?', tags: ['bread'] })
  await setCookies(context, site, await logInAsAdmin(site), appearance)
  await page.goto(`/admin/questions?query=question:${id}`)
  await page.getByRole('button', { name: `Actions: ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
})
