import { flagContent } from '@stoa/contract/features/flags'
import type { Browser, Page } from '@playwright/test'
import { apiClient } from '../support/api-client.ts'
import { runSql } from '../support/databases.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import type { Site } from '../support/site.ts'
import { aMember, aModerator, answerAs, askAs, commentAs, type Account } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
const [spam, somethingElse] = [57, 59]
const tags = ['knives']

async function openDesk(browser: Browser, site: Site, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url })
  await setCookies(context, site, account, appearance)
  const page = await context.newPage()
  // Other tests flag questions and answers.
  await page.goto('/review?type=flagged_post&kind=comment')
  await hydrate(page)
  return page
}

const caseText = (page: Page) => page.getByRole('article')
const noCases = (page: Page) => page.getByRole('heading', { name: 'No cases match this filter' })

test('a flag goes from the click to its outcome, and back', async ({ page, context, site }) => {
  const author = await aMember(site, 'Ray Knifeblog')
  const flagger = await aMember(site, 'Priya Natarajan')
  const moderator = await aModerator(site, 'Gus Lindqvist')
  const question = await askAs(site, flagger, {
    title: `Which stone should I buy ${Date.now()}`,
    body: 'My knife never stays sharp.',
    tags,
  })
  const answer = await answerAs(site, author, question.id, 'Buy it at https://shop.example/stones')
  const asFlagger = apiClient(site, flagger.token)
  await asFlagger.call(flagContent, {
    object_id: answer.id,
    report_type: somethingElse,
    content: 'The third advertisement today.',
  })
  await setCookies(context, site, moderator, appearance)
  await page.goto('/questions')
  await page.getByRole('navigation').getByRole('link', { name: 'Review' }).click()
  await page.getByRole('complementary', { name: 'Cases' }).getByText('Which stone').last().click()
  await hydrate(page)
  await expect(caseText(page).getByText('The third advertisement today.')).toBeVisible()
  await expect(caseText(page).getByText('My knife never stays sharp.')).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('status').getByText('Deleted')).toBeVisible()
  const path = `/questions/${question.id}`
  const reader = await context.browser()!.newContext({ baseURL: site.url })
  const readerPage = await reader.newPage()
  await readerPage.goto(path)
  await expect(readerPage.getByText('shop.example')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(caseText(page).getByText('The third advertisement today.')).toBeVisible()
  await readerPage.goto(path)
  await expect(readerPage.getByText('shop.example')).toBeVisible()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit and complete the case' })
  await dialog.getByLabel('Text').fill('Any stone will do.')
  await dialog.getByRole('button', { name: 'Save edit' }).click()
  await expect(dialog).toBeHidden()
  await readerPage.goto(path)
  await expect(readerPage.getByText('Any stone will do.')).toBeVisible()
  await reader.close()
  // The first edit earns a badge, sooner or later, and the card that says so covers the link.
  await page.addLocatorHandler(page.locator('.congratulation'), (card) =>
    card.getByRole('button', { name: 'Close' }).click(),
  )
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('main').getByText('Edited').first()).toBeVisible()
})

test('two moderators decide 100 cases with the keyboard, none of them twice', async ({
  browser,
  site,
}) => {
  test.slow()
  const moderators = [await aModerator(site, 'Mia Moreau'), await aModerator(site, 'Max Okafor')]
  const question = await openCases(site, 100)
  const pages = await Promise.all(moderators.map((moderator) => openDesk(browser, site, moderator)))
  await Promise.all(pages.map((page) => decideAll(page)))
  const [row] = await runSql<{ decided: string; open: string; reviewers: string }>(
    site.databaseUrl!,
    `select count(*) filter (where status <> 1) as decided, count(*) filter (where status = 1) as open,
       count(distinct decided_by) as reviewers
     from flag_cases where question_id = $1`,
    [question.id],
  )
  expect(row).toEqual({ decided: '100', open: '0', reviewers: '2' })
  await Promise.all(pages.map((page) => page.context().close()))
})

test('a reviewer who is faster than the server still gets all cases', async ({ browser, site }) => {
  const perList = 30
  await openCases(site, perList + 1)
  const page = await openDesk(browser, site, await aModerator(site, 'Kofi Mensah'))
  const release = await holdRequests(page, /\/review\.data/)
  for (let n = 0; n < perList; n++) {
    const shown = caseText(page).getByText(/^Case \d+$/)
    const before = (await shown.textContent()) ?? ''
    await page.keyboard.press('d')
    await expect(page.getByText(before, { exact: true })).toHaveCount(0)
  }
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached()
  release()
  await expect(caseText(page)).toBeVisible()
  await page.keyboard.press('d')
  await expect(noCases(page)).toBeVisible()
  await page.context().close()
})

/** Adds comments and flags every one of them by SQL, because members may not flag this fast. */
async function openCases(site: Site, count: number) {
  const author = await aMember(site, 'Dmitri Volkov')
  const question = await askAs(site, author, {
    title: `When is a monorepo the wrong choice ${Date.now()}`,
    body: 'Tell me.',
    tags,
  })
  const { comment_id: commentId } = await commentAs(site, author, question.id, 'Case 1')
  await runSql(
    site.databaseUrl!,
    `with copies as (
       insert into comments (question_id, user_id, original_text, parsed_text, renderer_version, created_at)
       select question_id, user_id, 'Case ' || n, '<p>Case ' || n || '</p>', renderer_version, created_at
       from comments, generate_series(2, $2::int) n where id = $1
       returning id, question_id, user_id
     ), counted as (
       update questions set comment_count = $2 from comments
       where comments.id = $1 and questions.id = comments.question_id
     ), cases as (
       insert into flag_cases (object_id, question_id, author_id, created_at)
       select id, question_id, user_id, now() from copies
       union all select id, question_id, user_id, now() from comments where id = $1
       returning id, author_id
     )
     insert into flags (case_id, user_id, reason, created_at)
     select id, author_id, ${spam}, now() from cases`,
    [commentId, count],
  )
  return question
}

/** Dismisses and deletes in turn until nothing is left. */
async function decideAll(page: Page) {
  const done = noCases(page)
  // More than there are cases: those that the other reviewer has taken are left too.
  for (let n = 0; n < 500; n++) {
    await expect(caseText(page).or(done)).toBeVisible()
    if (await done.isVisible()) return
    const [before] = await caseText(page)
      .getByText(/^Case \d+$/)
      .allTextContents()
    // The other reviewer has just decided it.
    if (before === undefined) continue
    // Keys do nothing while somebody else has the case, so a reviewer presses again.
    await expect(async () => {
      await page.keyboard.press(n % 3 === 0 ? 'x' : 'd')
      const shown = caseText(page).getByText(before, { exact: true })
      await expect(shown).toHaveCount(0, { timeout: 1000 })
    }).toPass({ timeout: 30_000 })
  }
  throw new Error('cases are left after 500 steps')
}
