import { deleteComment, editComment } from '@stoa/contract/features/comments'
import { editQuestion } from '@stoa/contract/features/questions'
import { voteUp } from '@stoa/contract/features/votes'
import { apiClient } from '../support/api-client.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, askAs, commentAs, logInAsAdmin, type Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
const tags = ['starter']

let member: Account
let admin: Account

test.beforeAll(async ({ site }) => {
  member = await aMember(site, 'Ines Moreau')
  admin = await logInAsAdmin(site)
})

async function anEditedQuestion(site: Site) {
  const title = `How long does a starter keep ${Date.now()}`
  const question = await askAs(site, member, { title, body: 'In the fridge, at 4 degrees.', tags })
  await apiClient(site, admin.token).call(editQuestion, {
    id: question.id,
    title: `${title} at room temperature`,
    content: 'On the shelf, at 20 degrees.',
    tags: [{ slug_name: 'rye' }],
    version: 1,
    edit_summary: 'Changed by mistake',
  })
  return { ...question, path: `/questions/${question.id}` }
}

test('an author rolls back an edit', async ({ page, context, site }) => {
  const question = await anEditedQuestion(site)
  await setCookies(context, site, member, appearance)
  await page.goto(question.path)
  await page.getByRole('main').getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History')
  await expect(page.getByText('Changed by mistake')).toBeVisible()
  await page.getByRole('link', { name: 'Show changes, version 2' }).click()
  const diff = page.getByRole('region', { name: 'Changes of version 2' })
  await expect(diff.locator('ins', { hasText: '20' })).toBeVisible()
  await page.getByRole('link', { name: 'Side by side' }).click()
  await expect(page).toHaveURL(/view=split&revision=\d+#revision-\d+$/)
  await page.reload()
  await expect(diff).toBeVisible()
  await expect(page.getByRole('button', { name: 'Roll back to version 2' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Show changes, version 1' }).click()
  await page.getByRole('button', { name: 'Roll back to version 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText('Rolled back to version 1.', { exact: true })).toBeVisible()
  await expect(page.getByText(`${member.name} rolled back to version 1`)).toBeVisible()
  await page.goto(question.path)
  await expect(page.getByText('In the fridge, at 4 degrees.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(question.title)
})

test('votes are shown on request', async ({ page, context, site }) => {
  const question = await anEditedQuestion(site)
  await setCookies(context, site, admin, appearance)
  await apiClient(site, admin.token).call(voteUp, { object_id: question.id })
  await page.goto(`/posts/${question.id}/timeline`)
  const vote = page.getByText(`${admin.name} upvoted`)
  await expect(vote).toHaveCount(0)
  await page.getByRole('switch', { name: 'Show votes' }).click()
  await expect(vote).toBeVisible()
  await expect(page).toHaveURL(/votes=true/)
})

test('a moderator restores a deleted comment and reads its history', async ({
  page,
  context,
  site,
}) => {
  const question = await anEditedQuestion(site)
  const { comment_id } = await commentAs(site, member, question.id, 'A first remark')
  const client = apiClient(site, member.token)
  await client.call(editComment, { comment_id, original_text: 'A second remark' })
  await client.call(deleteComment, { comment_id })
  await setCookies(context, site, admin, appearance)
  await page.goto(question.path)
  const remark = page.getByText('A second remark')
  await expect(remark).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 1 deleted comment' }).click()
  await expect(remark).toBeVisible()
  await page.getByRole('button', { name: 'Restore comment' }).click()
  await expect(page.getByText('Comment restored.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /deleted comment/ })).toHaveCount(0)
  await expect(page.locator(`#comment-${comment_id}`)).toContainText('A second remark')
  await page.getByRole('button', { name: 'Edit history' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit history' })
  await expect(dialog.getByText('A first remark')).toBeVisible()
})
