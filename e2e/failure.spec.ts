import { onServer } from './support/databases.ts'
import { startSite } from './support/site.ts'
import { expect, test } from './support/test.ts'

test('a site that lost its database says so, with a way home and a status caches respect', async ({
  browser,
}) => {
  const site = await startSite('postgres')
  const server = new URL(site.databaseUrl ?? '')
  const name = server.pathname.slice(1)
  server.pathname = '/postgres'
  await onServer(server.href, `drop database ${name} with (force)`)

  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const response = await page.goto('/questions')
  expect(response?.status()).toBeGreaterThanOrEqual(500)
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something broke on our side')
  await expect(page.getByRole('link', { name: 'Back to the home page' })).toBeVisible()
  expect((await page.goto('/users/login'))?.status()).toBe(200)
  await context.close()
  await site.stop()
})
