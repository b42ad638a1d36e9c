import type { Browser } from '@playwright/test'
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import { createTag, getTag } from '@stoa/contract/features/tags'
import { apiClient } from '../support/api-client.ts'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, aSuggester, askAs, logInAsAdmin, type Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

let admin: Account
let asker: Account

test.beforeAll(async ({ site }) => {
  admin = await logInAsAdmin(site)
  asker = await aMember(site, 'Ines Falk')
})

/** Decides about the newest suggestion through the API. */
async function decide(site: Site, objectId: string, decision: object) {
  const client = apiClient(site, admin.token)
  const { list } = await client.call(listOpenSuggestions, { page_size: 100 })
  const found = list.find(({ info }) => info.object_id === objectId)
  if (found === undefined) throw new Error('the suggestion is not in the queue')
  const { id } = found.unreviewed_info
  await client.call(auditSuggestion, { id, operation: 'approve', ...decision })
}

/** Approves the suggestion with the keyboard. */
async function approveAtDesk(browser: Browser, site: Site, title: string) {
  const context = await browser.newContext({ baseURL: site.url })
  await setCookies(context, site, admin, appearance)
  const desk = await context.newPage()
  await desk.goto('/review?type=suggested_post_edit')
  await hydrate(desk)
  await desk.getByRole('complementary', { name: 'Cases' }).getByText(title).click()
  const article = desk.getByRole('article')
  await expect(article.getByText('Ask a question')).toBeVisible()
  await expect(article.getByRole('region', { name: 'Title' })).toContainText(`${title}?`)
  await desk.keyboard.press('a')
  await expect(desk.getByRole('status').getByText('Approved')).toBeVisible()
  await context.close()
}

test('a suggestion from edit to approval', async ({ page, context, site }) => {
  const title = `Why is my crust pale ${Date.now()}`
  const body = 'First line.\n\nSecond line.'
  const question = await askAs(site, asker, { title, body, tags: ['crust'] })
  const path = `/questions/${question.id}/${question.url_title}`
  const suggester = await aSuggester(site, 'Silas Berg')
  await setCookies(context, site, suggester, appearance)
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByText('Your edit will be reviewed before it is published.')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill(`${title}?`)
  await page.getByLabel('Edit summary').fill('Ask a question')
  await page.getByRole('button', { name: 'Suggest edit' }).click()

  await expect(
    page.getByText('Your edit will be shown after review.', { exact: true }),
  ).toBeVisible()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const notice = page.getByText('Your suggested edit is waiting for review.')
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: 'View suggested edit' }).click()
  await expect(page.getByText('Waiting for review')).toBeVisible()
  await page.getByText('Changes', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Title' })).toContainText(`${title}?`)

  await page.goto(`/posts/${question.id}/edit`)
  await expect(page.getByText('This is your suggested edit')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`${title}?`)

  await approveAtDesk(context.browser()!, site, title)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}?`)
  await expect(notice).toBeHidden()
  await page.goto('/users/silas-berg/suggestions')
  await expect(page.getByText('Approved', { exact: true })).toBeVisible()
})

test('a rejected edit of a tag says why', async ({ page, context, site }) => {
  const name = `glaze-${Date.now()}`
  const client = apiClient(site, admin.token)
  const texts = { slug_name: name, display_name: name, original_text: 'Shiny.' }
  await client.call(createTag, texts)
  const { tag_id } = await client.call(getTag, { name })
  const suggester = await aSuggester(site, 'Tilda Moor')
  await setCookies(context, site, suggester, appearance)
  await page.goto(`/tags/${name}/info`)
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Glaze')
  await page.getByRole('button', { name: 'Suggest edit' }).click()
  await expect(page.getByText('Your suggested edit is waiting for review.')).toBeVisible()

  await decide(site, tag_id, { operation: 'reject', reason: 'The name is right.' })
  await page.reload()
  await expect(page.getByText('Your suggested edit was rejected.')).toBeVisible()
  await expect(page.getByText('The name is right.')).toBeVisible()
})
