import type { Page } from '@playwright/test'
import { press, questionPost } from '../pages/thread-page.ts'
import { hydrate } from '../support/hydration.ts'
import { aMember, answerAs, askAs, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test as base } from '../support/test.ts'

/** Uses a site where two deletions of answered posts block their author. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({ engine }, provide) => {
      const write = { deletion_block_posts: 2, deletion_block_within_days: 30 }
      const site = await startSite(engine, { settings: { write } })
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

async function open(page: Page, path: string) {
  await page.goto(path)
  await hydrate(page)
}

async function anAnsweredQuestion(site: Site, asker: Account, answerer: Account) {
  const { id, url_title } = await askAs(site, asker)
  await answerAs(site, answerer, id, 'Keep it in the fridge.')
  return `/questions/${id}/${url_title}`
}

async function deleteQuestion(page: Page, path: string, warning: string) {
  await open(page, path)
  await press(questionPost(page).getByRole('button', { name: 'Delete' }))
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('status')).toHaveText(warning)
  await press(dialog.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('This question was deleted.').first()).toBeVisible()
}

test('a member who deletes answered questions is warned, then blocked from posting', async ({
  page,
  context,
  site,
}) => {
  const ada = await aMember(site, 'Ada Deletes')
  const ben = await aMember(site, 'Ben Answers')
  const first = await anAnsweredQuestion(site, ada, ben)
  const second = await anAnsweredQuestion(site, ada, ben)
  const { id } = await askAs(site, ben)
  await context.addCookies([{ name: 'sid', value: ada.token, url: site.url }])
  const notice = page.getByText(/You can’t ask or answer until \w/)

  await open(page, '/questions/ask')
  await expect(page.getByRole('button', { name: 'Post question' })).toBeVisible()
  await expect(notice).toBeHidden()

  await deleteQuestion(
    page,
    first,
    'Others answered or voted on this post, so deleting it counts toward a limit: 1 of 2 within 30 days. At 2, you can’t ask or answer for 7 days.',
  )
  await deleteQuestion(
    page,
    second,
    'Others answered or voted on this post. If you delete it, you can’t ask or answer for 7 days.',
  )

  await open(page, '/questions/ask')
  await expect(notice).toBeVisible()
  await open(page, `/questions/${id}`)
  await expect(notice).toBeHidden()
  await page.getByLabel('Your answer').last().focus()
  await expect(notice).toBeVisible()
})
