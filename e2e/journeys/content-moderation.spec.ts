import type { Page } from '@playwright/test'
import { setCookies } from '../support/screens.ts'
import { aMember, answerAs, askAs, commentAs, logInAsAdmin, type Account } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
const tags = ['starter']

let asker: Account
let member: Account
let admin: Account

test.beforeAll(async ({ site }) => {
  asker = await aMember(site, 'Nadia Kotte')
  member = await aMember(site, 'Otto Brandt')
  admin = await logInAsAdmin(site)
})

async function choose(page: Page, content: string, action: string) {
  await page.getByRole('button', { name: `More actions for the ${content}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

test('an admin converts, moves, locks and permanently deletes', async ({ page, context, site }) => {
  const title = `How long does a starter live ${Date.now()}`
  const question = await askAs(site, asker, { title, body: 'In the fridge.', tags })
  const answer = await answerAs(site, member, question.id, 'Which flour do you use?')
  const other = await answerAs(site, asker, question.id, 'About two weeks, then feed it.')
  await commentAs(site, asker, answer.id, 'Rye, since last year.')
  await setCookies(context, site, admin, appearance)
  await page.goto(`/questions/${question.id}/${question.url_title}`)
  const first = page.locator(`#answer-${answer.id}`)
  const onQuestion = page.locator(`#comments-${question.id}`)
  const onOther = page.locator(`#comments-${other.id}`)

  await choose(page, 'answer by Otto Brandt', 'Convert to comment')
  const target = page.getByRole('dialog')
  await expect(target.getByRole('radio', { name: 'The answer by Nadia Kotte' })).toBeVisible()
  await expect(target.getByRole('radio', { name: 'The answer by Otto Brandt' })).toHaveCount(0)
  await target.getByRole('button', { name: 'Convert to comment' }).click()
  await expect(toast(page, 'Answer converted to a comment.')).toBeVisible()
  await expect(onQuestion.getByText('Which flour do you use?')).toBeVisible()
  await expect(onQuestion.getByText('Rye, since last year.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Comment converted to an answer.')).toBeVisible()
  await expect(onQuestion.getByRole('list').getByText('Rye, since last year.')).toHaveCount(0)
  await expect(first.getByText('Rye, since last year.')).toBeVisible()

  await choose(page, 'comment by Nadia Kotte', 'Move')
  const moving = page.getByRole('dialog', { name: 'Move this comment' })
  await moving.getByRole('radio', { name: 'Another question or answer' }).check()
  await moving.getByLabel('Link or ID').fill('https://example.org/')
  await moving.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(moving.getByText('Enter the link or the ID of a question')).toBeVisible()
  await moving.getByLabel('Link or ID').fill(`${site.url}/questions/${question.id}/${other.id}`)
  await moving.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(toast(page, 'Comment moved.')).toBeVisible()
  await expect(onOther.getByText('Rye, since last year.')).toBeVisible()
  await expect(first.getByText('Rye, since last year.')).toHaveCount(0)

  await choose(page, 'answer by Otto Brandt', 'Lock')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).press('Enter')
  await expect(toast(page, 'Answer locked.')).toBeVisible()
  await expect(first.getByText('Only staff can change this answer')).toBeVisible()
  await choose(page, 'answer by Otto Brandt', 'Unlock')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(first.getByText('Only staff can change this answer')).toHaveCount(0)

  await first.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await choose(page, 'answer by Otto Brandt', 'Delete permanently')
  const removal = page.getByRole('dialog', { name: 'Delete this answer permanently?' })
  const submit = removal.getByRole('button', { name: 'Delete permanently' })
  await submit.click()
  await expect(removal.getByText('Cannot be empty.')).toBeVisible()
  await removal.getByLabel('Reason').fill('Contains an address.')
  await submit.click()
  await expect(removal.getByText('Type DELETE exactly as shown.')).toBeVisible()
  await removal.getByLabel('Type DELETE to confirm').fill('DELETE')
  await submit.click()
  await expect(removal).toBeHidden()
  await expect(async () => {
    await page.reload()
    await expect(first).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await page.goto('/review/log?action=delete_permanently')
  await expect(page.getByText('Contains an address.').first()).toBeVisible()
})
