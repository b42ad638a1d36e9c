import type { Page } from '@playwright/test'
import { setCookies } from '../support/screens.ts'
import { aMember, answerAs, askAs, logInAsAdmin, type Account } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
const aTitle = (text: string) => `${text} ${Date.now()}`
const tags = ['starter']

let member: Account
let admin: Account

test.beforeAll(async ({ site }) => {
  member = await aMember(site, 'Nadia Kotte')
  admin = await logInAsAdmin(site)
})

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a moderator closes a duplicate, reads the original and undoes it', async ({
  page,
  context,
  site,
}) => {
  const title = aTitle('Why does my starter smell of acetone')
  const original = await askAs(site, member, { title, body: 'It does.', tags })
  const copy = await askAs(site, member, { title: `${title} again`, body: 'It does too.', tags })
  const copyPath = `/questions/${copy.id}/${copy.url_title}`
  await setCookies(context, site, admin, appearance)
  await page.goto(copyPath)
  await choose(page, 'Close')
  const dialog = page.getByRole('dialog', { name: 'Close this question' })
  await dialog.getByRole('button', { name: 'Close question' }).click()
  await expect(dialog.getByText('Please select a reason.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Duplicate' }).check()
  const url = dialog.getByLabel('URL of the original question')
  await url.fill(`${site.url}/tags/starter`)
  await dialog.getByRole('button', { name: 'Close question' }).click()
  await expect(dialog.getByText('This URL doesn’t lead to a question')).toBeVisible()
  await url.fill(`${site.url}/questions/${original.id}`)
  await dialog.getByRole('button', { name: 'Close question' }).click()
  await expect(dialog).toBeHidden()

  const notice = page.getByText('Closed as a duplicate.')
  await expect(notice).toBeVisible()
  await expect(page.getByText(`Closed by ${admin.name}`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const linked = page.getByRole('list', { name: 'Linked questions' })
  await expect(linked.getByRole('link', { name: `${title} again` })).toBeVisible()

  await page.goto(copyPath)
  await choose(page, 'Reopen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('Question reopened.', { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toBeVisible()
})

test('the asker of a closed question reads why and what to do', async ({ page, context, site }) => {
  const title = aTitle('What about it')
  const question = await askAs(site, member, { title, body: 'It does not work.', tags })
  const path = `/questions/${question.id}/${question.url_title}`
  await setCookies(context, site, admin, appearance)
  await page.goto(path)
  await choose(page, 'Close')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Needs details or clarity' }).check()
  await dialog.getByLabel('Note (optional)').fill('What did you expect?')
  await dialog.getByRole('button', { name: 'Close question' }).click()
  await expect(page.getByText('Question closed.', { exact: true })).toBeVisible()

  await context.clearCookies()
  await setCookies(context, site, member, appearance)
  await page.goto(path)
  await expect(page.getByText('Closed: Needs details or clarity.')).toBeVisible()
  await expect(page.getByText('What did you expect?')).toBeVisible()
  await expect(page.getByText('Edit your question to fix this.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
})

test('a moderator pins and unlists a question with the keyboard', async ({
  page,
  context,
  site,
}) => {
  const title = aTitle('How warm is a proofing box')
  const question = await askAs(site, member, { title, body: 'In degrees.', tags })
  await setCookies(context, site, admin, appearance)
  await page.goto(`/questions/${question.id}/${question.url_title}`)
  const more = page.getByRole('button', { name: 'More', exact: true })
  const press = async (action: string) => {
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await page.getByRole('menuitem', { name: action, exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: action }).press('Enter')
  }
  await press('Pin')
  await expect(page.getByText('Question pinned.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Question unpinned.', { exact: true })).toBeVisible()
  await press('Unlist')
  await expect(page.getByText('This question is unlisted.')).toBeVisible()
  await page.goto('/questions')
  await expect(page.getByRole('main').getByText(title)).toHaveCount(0)
})

test('a member flags an answer once, with a reason', async ({ page, context, site }) => {
  const title = aTitle('How do I store flour')
  const question = await askAs(site, admin, { title, body: 'For a year.', tags })
  const answer = await answerAs(site, admin, question.id, 'Buy it from me, cheap and fast!')
  await setCookies(context, site, member, appearance)
  await page.goto(`/questions/${question.id}/${question.url_title}`)
  const post = page.locator(`#answer-${answer.id}`)
  const dialog = page.getByRole('dialog', { name: 'Flag this answer' })
  await post.getByRole('button', { name: 'Flag', exact: true }).click()
  await dialog.getByRole('button', { name: 'Flag' }).click()
  await expect(dialog.getByText('Please select a reason.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Something else' }).check()
  await dialog.getByRole('button', { name: 'Flag' }).click()
  await expect(dialog.getByText('Cannot be empty.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Flag' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Thanks for flagging.', { exact: true })).toBeVisible()
  await post.getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(dialog.getByText('It’s waiting for a moderator.')).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(0)
})

test('a moderator locks a question, and members can only read it', async ({
  page,
  browser,
  context,
  site,
}) => {
  const title = aTitle('May I freeze the dough')
  const question = await askAs(site, member, { title, body: 'May I?', tags })
  const path = `/questions/${question.id}/${question.url_title}`
  await setCookies(context, site, admin, appearance)
  await page.goto(path)
  await choose(page, 'Protect')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Protect' }).click()
  await expect(page.getByText('Answers require 10 reputation.')).toBeVisible()
  await choose(page, 'Lock')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click()
  await expect(page.getByText('Question locked.', { exact: true })).toBeVisible()
  const notice = 'Only staff can change this question, its answers and its comments.'
  await expect(page.getByText(notice)).toBeVisible()

  const theirs = await browser.newContext({ baseURL: site.url })
  await setCookies(theirs, site, member, appearance)
  const theirPage = await theirs.newPage()
  await theirPage.goto(path)
  await expect(theirPage.getByText(notice)).toBeVisible()
  await expect(theirPage.getByText('It no longer accepts answers.')).toBeVisible()
  await expect(theirPage.getByRole('link', { name: 'Edit', exact: true })).toBeHidden()
  await page
    .locator('li', { hasText: 'Question locked.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByText('Question unlocked.', { exact: true })).toBeVisible()
  await theirs.close()
})
