import type { Browser, BrowserContext, Page } from '@playwright/test'
import { getNotificationStatus } from '@stoa/contract/features/notifications'
import { livePath } from '@stoa/contract/features/live'
import { editQuestion } from '@stoa/contract/features/questions'
import { voteUp } from '@stoa/contract/features/votes'
import { answerWith, press, questionPost, scoreOf } from '../pages/thread-page.ts'
import { ask, aDraft } from '../pages/question-pages.ts'
import { apiClient } from '../support/api-client.ts'
import { hydrate } from '../support/hydration.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, answerAs, askAs, commentAs, logInAsAdmin, type Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { collectErrors, expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
const phone = { width: 390, height: 844 }

/** A browser of its own for a member. */
async function aBrowser(browser: Browser, site: Site, account: Account, viewport?: typeof phone) {
  const context = await browser.newContext({
    baseURL: site.url,
    extraHTTPHeaders: randomIpHeader(),
    ...(viewport && { viewport }),
  })
  await setCookies(context, site, account, appearance)
  return context
}

/** Opens a page and waits until the stream follows what the query contains. */
async function openLive(page: Page, path: string, query: string) {
  const stream = page.waitForResponse((response) => {
    const url = decodeURIComponent(response.url())
    return url.includes(`${livePath}?`) && url.includes(query)
  })
  await page.goto(path)
  await stream
  await hydrate(page)
}

async function aQuestion(site: Site, asker: Account) {
  const title = `Why does my dough tear ${Date.now()}`
  const question = await askAs(site, asker, { title, body: 'At the seams.', tags: ['dough'] })
  return { id: question.id, title, path: `/questions/${question.id}/${question.url_title}` }
}

function countStreams(context: BrowserContext) {
  const urls: string[] = []
  context.on('request', (request) => {
    if (request.url().includes(livePath)) urls.push(request.url())
  })
  return urls
}

const news = (page: Page) => page.locator('.live-overlay[role=status], .live-overlay [role=status]')
const inbox = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true })
const showButton = (page: Page) => page.getByRole('button', { name: 'Show', exact: true })

test('an asker sees the answer arrive, accepts it, and the author sees the reputation arrive', async ({
  browser,
  site,
}, info) => {
  const asker = await aMember(site, 'Ines Moreau')
  const author = await aMember(site, 'Nils Ahlgren')
  const onPhone = await aBrowser(browser, site, asker, phone)
  const onDesktop = await aBrowser(browser, site, asker)
  const ofAuthor = await aBrowser(browser, site, author)
  const phonePage = await onPhone.newPage()
  await ask(phonePage, aDraft(`Why does the lid dance ${Date.now()}?`))
  const path = new URL(phonePage.url()).pathname
  const questionId = path.split('/')[2] ?? ''

  const desktop = await onDesktop.newPage()
  const errors = collectErrors(desktop)
  await openLive(desktop, path, questionId)
  const authorPage = await ofAuthor.newPage()
  await openLive(authorPage, '/tags', '?')
  const start = Date.now()
  await answerAs(site, author, questionId, 'Steam lifts it until it can escape.')
  await expect(news(desktop)).toHaveText('1 new answer')
  info.annotations.push({ type: 'bar', description: `${Date.now() - start} ms` })
  await expect(inbox(desktop, 'Inbox, 1 new')).toBeVisible()
  info.annotations.push({ type: 'count', description: `${Date.now() - start} ms` })
  await expect(inbox(phonePage, 'Inbox, 1 new')).toBeVisible()

  await showButton(desktop).click()
  const answer = answerWith(desktop, 'Steam lifts it')
  await expect(answer).toBeFocused()
  await expect(news(desktop)).toHaveText('')
  await press(answer.getByRole('button', { name: 'Accept this answer' }))
  await expect(inbox(authorPage, 'Achievements, +15 reputation')).toBeVisible()
  await expect(inbox(authorPage, 'Inbox, 1 new')).toBeVisible()

  for (const page of [desktop, phonePage, authorPage]) {
    const before = await readCounts(page)
    await page.reload()
    expect(await readCounts(page)).toEqual(before)
  }
  expect(errors).toEqual([])
  for (const context of [onPhone, onDesktop, ofAuthor]) await context.close()
})

const readCounts = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /^(?:Inbox|Achievements)/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('title')))

test('a reader with a draft sees what changes, and nothing moves', async ({ page, site }) => {
  const asker = await aMember(site, 'Gus Lindqvist')
  const reader = await aMember(site, 'Wen Zhao')
  const question = await aQuestion(site, asker)
  const first = await answerAs(site, asker, question.id, 'Let it rest first.')
  await setCookies(page.context(), site, reader, appearance)
  await openLive(page, question.path, question.id)
  const draft = page.getByLabel('Your answer').last()
  await draft.fill('I think that the flour')
  await page.getByRole('button', { name: 'Add comment' }).first().scrollIntoViewIfNeeded()
  const before = await answerWith(page, 'Let it rest').boundingBox()

  const { token } = await logInAsAdmin(site)
  await apiClient(site, token).call(voteUp, { object_id: question.id })
  await expect(scoreOf(questionPost(page))).toHaveText('1')
  await commentAs(site, asker, first.id, 'For twenty minutes.')
  await expect(news(page)).toHaveText('1 new comment')
  await answerAs(site, await aMember(site, 'Ada Lund'), question.id, 'Or knead it again.')
  await expect(news(page)).toHaveText('1 new answer · 1 new comment')
  expect(await answerWith(page, 'Let it rest').boundingBox()).toEqual(before)
  await expect(page.getByText('For twenty minutes.')).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(news(page)).toHaveText('')
  const { version, title } = { version: 1, title: question.title }
  await apiClient(site, asker.token).call(editQuestion, {
    id: question.id,
    title,
    content: 'At the seams, after an hour.',
    tags: [{ slug_name: 'dough' }],
    edit_summary: '',
    version,
  })
  await expect(news(page)).toHaveText('1 new answer · 1 new comment · The question was edited')
  await showButton(page).click()
  await expect(page.getByText('after an hour')).toBeVisible()
  await expect(page.getByText('For twenty minutes.')).toBeVisible()
  await expect(answerWith(page, 'Or knead it again.')).toBeFocused()
  await expect(page.locator('textarea[name=content]')).toHaveValue('I think that the flour')
})

test('an asker sees that someone writes, and then the answer', async ({ browser, page, site }) => {
  const asker = await aMember(site, 'Runa Holm')
  const writer = await aMember(site, 'Teo Brandt')
  const question = await aQuestion(site, asker)
  const ofAsker = await aBrowser(browser, site, asker, phone)
  const asked = await ofAsker.newPage()
  await openLive(asked, question.path, question.id)
  await setCookies(page.context(), site, writer, appearance)
  await openLive(page, question.path, question.id)
  const before = await asked.getByText('At the seams.').boundingBox()

  await page.getByLabel('Your answer').last().fill('Knead it until it is smooth, then let it rest.')
  const writes = (of: Page) => of.getByText('Someone is writing an answer')
  await expect(writes(asked)).toBeVisible()
  await expect(writes(page)).toHaveCount(0)
  expect(await asked.getByText('At the seams.').boundingBox()).toEqual(before)
  await press(page.getByRole('button', { name: 'Post answer' }))
  await expect(news(asked)).toHaveText('1 new answer')
  await expect(writes(asked)).toHaveCount(0)

  await page.goto('/users/settings/interface')
  await page.getByRole('switch', { name: 'Show others that I am writing an answer' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible()
  const other = await aQuestion(site, asker)
  await openLive(asked, other.path, other.id)
  await page.goto(other.path)
  await page.getByLabel('Your answer').last().fill('Knead it until it is smooth, then let it rest.')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await commentAs(site, writer, other.id, 'Which flour is it?')
  await expect(news(asked)).toHaveText('1 new comment')
  await expect(writes(asked)).toHaveCount(0)
  await ofAsker.close()
})

test('what the reader does is not offered', async ({ page, site }) => {
  const asker = await aMember(site, 'Tove Lind')
  const question = await aQuestion(site, asker)
  await setCookies(page.context(), site, asker, appearance)
  await openLive(page, question.path, question.id)
  const offered: string[] = []
  await page.exposeFunction('recordNews', (text: string) => offered.push(text))
  await page.evaluate(() => {
    const status = document.querySelector('.live-overlay [role=status]')
    const record = (window as unknown as { recordNews: (text: string) => void }).recordNews
    if (status === null) throw new Error('no status')
    new MutationObserver(() => record(status.textContent)).observe(status, { childList: true })
  })
  await press(page.getByRole('button', { name: 'Add comment' }))
  await page.getByLabel('Your comment').fill('It is rye flour, by the way.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('It is rye flour')).toBeVisible()
  // A change of somebody else shows that the own one has been compared.
  const other = await aMember(site, 'Rut Ek')
  await answerAs(site, other, question.id, 'Use less water.')
  await expect(news(page)).toHaveText('1 new answer')
  expect(offered).toEqual(['1 new answer'])
})

test('two tabs share one stream, and the second one goes on when the first one is closed', async ({
  browser,
  site,
}) => {
  const asker = await aMember(site, 'Lars Holm')
  const other = await aMember(site, 'Mia Berg')
  const question = await aQuestion(site, asker)
  const context = await aBrowser(browser, site, asker)
  const streams = countStreams(context)
  const first = await context.newPage()
  await openLive(first, question.path, question.id)
  const opened = streams.length
  const second = await context.newPage()
  await second.goto(question.path)
  await hydrate(second)
  await commentAs(site, other, question.id, 'Which flour do you use?')
  for (const tab of [first, second]) {
    await expect(news(tab)).toHaveText('1 new comment')
    await expect(inbox(tab, 'Inbox, 1 new')).toBeVisible()
  }
  expect(streams).toHaveLength(opened)

  await inbox(second, 'Inbox, 1 new').click()
  await expect(inbox(first, 'Inbox')).toBeVisible()
  await first.close()
  await commentAs(site, other, question.id, 'And how much water?')
  await expect(news(second)).toHaveText('2 new comments')
  await expect.poll(() => streams.length).toBe(opened + 1)
  await context.close()
})

test('changes while the browser was offline arrive afterwards', async ({ browser, site }) => {
  const asker = await aMember(site, 'Olle Sand')
  const other = await aMember(site, 'Pia Dahl')
  const question = await aQuestion(site, asker)
  const context = await aBrowser(browser, site, asker)
  const page = await context.newPage()
  await openLive(page, question.path, question.id)
  await context.setOffline(true)
  await answerAs(site, other, question.id, 'Use less water.')
  await expect.poll(() => countNew(site, asker)).toBe(1)
  await expect(inbox(page, 'Inbox')).toBeVisible()
  await context.setOffline(false)
  await expect(inbox(page, 'Inbox, 1 new')).toBeVisible()
  await expect(news(page)).toHaveText('1 new answer')
  await context.close()
})

const countNew = async (site: Site, account: Account) =>
  (await apiClient(site, account.token).call(getNotificationStatus, {})).inbox

test('a list counts the new questions of others, and shows them on request', async ({
  browser,
  site,
}) => {
  const reader = await aMember(site, 'Eva Strand')
  const other = await aMember(site, 'Jon Vik')
  await aQuestion(site, other)
  const context = await aBrowser(browser, site, reader)
  const page = await context.newPage()
  await openLive(page, '/questions?order=newest', 'lists=true')
  const row = page.getByRole('main').getByRole('listitem').first()
  await expect(row).toBeVisible()
  const before = await row.boundingBox()
  const ownTab = await context.newPage()
  await ask(ownTab, aDraft(`Why does the pot sing ${Date.now()}?`))
  const first = await aQuestion(site, other)
  await expect(news(page)).toHaveText('1 new question')
  const second = await aQuestion(site, other)
  await expect(news(page)).toHaveText('2 new questions')
  expect(await row.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: '2 new questions' }).click()
  await expect(page.getByRole('link', { name: second.title })).toBeVisible()
  await expect(page.getByRole('link', { name: first.title })).toBeVisible()
  await expect(news(page)).toHaveText('')
  await context.close()
})
