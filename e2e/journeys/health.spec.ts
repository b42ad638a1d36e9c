// A failed job from the health page to its retry, and the doctor from the page.
import { runSql } from '../support/databases.ts'
import { setCookies } from '../support/screens.ts'
import { logInAsAdmin } from '../support/seed.ts'
import { type Site, startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

let site: Site

test.beforeAll(async () => {
  site = await startSite('postgres')
})
test.afterAll(() => site.stop())

test('an admin finds a failed job, retries it, and lets the doctor check and repair the data', async ({
  browser,
}) => {
  const sql = (text: string) => runSql(site.databaseUrl ?? '', text)
  await sql(`insert into pgboss.job (name, data, source_name, source_output)
    values ('dead', '{"questionId": "1"}', 'question.asked/index', '{"message": "Error: index is missing"}')`)
  const context = await browser.newContext({ baseURL: site.url })
  await setCookies(context, site, await logInAsAdmin(site), appearance)
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Health', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Health', exact: true })).toBeVisible()
  await expect(page.getByText('1 job failed for good.')).toBeVisible()
  await expect(page.getByText('Web and jobs')).toBeVisible()
  await page.getByRole('link', { name: 'Open jobs' }).click()
  await page.getByRole('button', { name: 'Retry the failed jobs of question.asked/index' }).click()
  await expect(page.getByText('No job has failed permanently.')).toBeVisible()
  await page.goto('/admin/health')
  await expect(page.getByText('failed for good')).toHaveCount(0)

  await sql(`update users set question_count = question_count + 1`)
  await page.getByRole('button', { name: 'Check data' }).click()
  await expect(page.getByText('1 check found something')).toBeVisible({ timeout: 60_000 })
  const finding = page.getByRole('row').filter({ hasText: 'users.question_count' })
  await expect(finding).toContainText('Not repaired')
  await page.getByRole('button', { name: 'Check and repair' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Check and repair' }).click()
  await expect(finding).toContainText('Repaired', { timeout: 60_000 })
  await expect(finding).not.toContainText('Not repaired')

  await page.getByRole('button', { name: 'Rebuild index' }).click()
  await expect(page.getByText(/posts? indexed/)).toBeVisible({ timeout: 60_000 })
  await context.close()
})
