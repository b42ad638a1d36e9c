import { aDraft, fillQuestion, postQuestion } from '../pages/question-pages.ts'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, askAs, logInAsAdmin, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
const longTimeout = { timeout: 60_000 }

let site: Site
let author: Account
let admin: Account

test.beforeAll(async () => {
  site = await startSite('postgres', { settings: { moderation: { hold_first_posts: 3 } } })
  author = await aMember(site, 'Nadia Kotte')
  admin = await logInAsAdmin(site)
})
test.afterAll(() => site.stop())

test('the author of a held question sees that it waits, and readers see it after approval', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url })
  await setCookies(context, site, author, appearance)
  const page = await context.newPage()
  const draft = aDraft()
  await page.goto('/questions/ask')
  await hydrate(page)
  await fillQuestion(page, draft)
  await postQuestion(page)
  await expect(page.getByText('Your post is waiting for review.', { exact: true })).toBeVisible(
    longTimeout,
  )
  const notice = page.getByText('Waiting for review.', { exact: true })
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL(/\/questions\/[^?]+$/)
  await expect(page.getByText('It can be answered once it’s approved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add comment' })).toHaveCount(0)
  expect((await fetch(page.url())).status).toBe(404)
  await page.goto('/users/nadia-kotte/questions')
  await expect(page.getByText('waiting for review')).toBeVisible()

  const staffContext = await browser.newContext({ baseURL: site.url })
  await setCookies(staffContext, site, admin, appearance)
  const desk = await staffContext.newPage()
  await desk.goto('/review')
  await expect(desk.getByRole('article').getByText('First posts of a new user')).toBeVisible()
  await hydrate(desk)
  await desk.keyboard.press('a')
  await expect(desk.getByRole('status').getByText('Approved')).toBeVisible()
  await staffContext.close()
  await page.getByRole('link', { name: draft.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(draft.title)
  await expect(notice).toHaveCount(0)
  expect((await fetch(page.url())).status).toBe(200)
  await context.close()
})

test('answers and comments that are held say so', async ({ browser }) => {
  const question = await askAs(site, admin)
  const context = await browser.newContext({ baseURL: site.url })
  await setCookies(context, site, author, appearance)
  const page = await context.newPage()
  await page.goto(`/questions/${question.id}/${question.url_title}`)
  await hydrate(page)
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.getByLabel('Your comment').fill('Which flour did you use?')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await expect(page.getByText('Your comment is waiting for review.', { exact: true })).toBeVisible()
  const comments = page.getByRole('region', { name: 'Comments on the question' })
  await expect(comments.getByText('Waiting for review')).toBeVisible()

  await page.getByRole('textbox', { name: 'Your answer' }).fill('Feed it with rye flour.')
  await page.getByRole('button', { name: 'Post answer' }).click()
  await expect(page.getByText('Your post is waiting for review.', { exact: true })).toBeVisible(
    longTimeout,
  )
  const answer = page.getByRole('article', { name: /Answer by Nadia/ })
  await expect(answer.getByText('Waiting for review.', { exact: true })).toBeVisible()
  await expect(answer.getByRole('button', { name: 'Add comment' })).toHaveCount(0)
  await context.close()
})
