import { runSql } from './support/databases.ts'
import { startSite } from './support/site.ts'
import { expect, test } from './support/test.ts'

test('without a database, pages show an uncached error page with a link home', async ({
  browser,
}) => {
  const site = await startSite('postgres')
  const server = new URL(site.databaseUrl ?? '')
  const name = server.pathname.slice(1)
  server.pathname = '/postgres'
  await runSql(server.href, `drop database ${name} with (force)`)

  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const response = await page.goto('/questions')
  expect(response?.status()).toBeGreaterThanOrEqual(500)
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible()
  expect((await page.goto('/users/login'))?.status()).toBe(200)
  await context.close()
  await site.stop()
})
