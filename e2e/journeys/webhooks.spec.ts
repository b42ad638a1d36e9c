// Webhooks from their creation to a delivery, with a receiver on this machine.
import { isSigned, openReceiver, type Receiver } from '../../apps/server/test/webhook-receiver.ts'
import { setCookies } from '../support/screens.ts'
import { logInAsAdmin } from '../support/seed.ts'
import { type Site, startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

let site: Site
let receiver: Receiver

test.beforeAll(async () => {
  receiver = await openReceiver()
  site = await startSite('postgres', { env: { STOA_PUSH_PRIVATE_ENDPOINTS: 'true' } })
})
test.afterAll(async () => {
  await site.stop()
  await receiver.close()
})

test('an admin creates a webhook, tests it, reads the log, sends again, and deletes it', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url })
  await setCookies(context, site, await logInAsAdmin(site), appearance)
  const page = await context.newPage()
  await page.goto('/admin/webhooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Create webhook' })
  await dialog.getByLabel('URL').fill(`${receiver.url}/chat`)
  await submit.click()
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible()
  await dialog.getByLabel('Description').fill('Chat of the bakers')
  await dialog.getByRole('checkbox', { name: 'Answers' }).check()
  await expect(dialog.getByRole('checkbox', { name: 'answer.accepted' })).toBeChecked()
  await submit.click()
  await expect(dialog.getByText('Copy the secret now')).toBeVisible()
  const secret = (await dialog.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  await dialog.getByText('Close', { exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Chat of the bakers' })
  await expect(row).toContainText('6 events')

  await row.getByRole('link', { name: 'Chat of the bakers' }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(await isSigned(receiver.received[0]!, secret)).toBe(true)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: 'webhook.test' })).toContainText('200')
  }).toPass()
  await page.getByRole('link', { name: /^Details of webhook\.test/ }).click()
  await expect(page.getByText('webhook-signature: v1,')).toBeVisible()
  await page.getByRole('button', { name: /^Send again/ }).click()
  await expect.poll(() => receiver.received.length).toBe(2)

  await page.getByRole('link', { name: 'Chat of the bakers' }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await context.close()
})
