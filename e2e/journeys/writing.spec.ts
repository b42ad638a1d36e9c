import { listAnswers } from '@stoa/contract/features/answers'
import { getDraft, saveDraft } from '@stoa/contract/features/drafts'
import { editQuestion, getQuestion } from '@stoa/contract/features/questions'
import type { BrowserContext, Page } from '@playwright/test'
import { insertFile } from '../pages/editor-files.ts'
import { logInAs } from '../pages/settings-pages.ts'
import { aDraft, expectQuestion, fillQuestion, postQuestion } from '../pages/question-pages.ts'
import { aPhoto } from '../support/photo.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { apiClient } from '../support/api-client.ts'
import { hydrate } from '../support/hydration.ts'
import { aMember, askAs, logInAsAdmin, type Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test, collectErrors } from '../support/test.ts'

const longTimeout = { timeout: 60_000 }
const titleOf = (page: Page) => page.getByLabel('Title', { exact: true })
const bodyOf = (page: Page) => page.getByLabel('Details')
const idOf = (page: Page) => /\/questions\/(\d+)/.exec(page.url())?.[1] ?? ''

const readLocalDrafts = `Object.values(localStorage).join()`

let ines: Account
test.beforeAll(async ({ site }) => {
  ines = await aMember(site, 'Ines Moreau')
})

async function openAsk(page: Page, query = '') {
  await page.goto(`/questions/ask${query}`)
  await hydrate(page)
}

test('a member asks, sees similar questions, and posts an answer with it', async ({
  page,
  context,
  site,
}) => {
  await logInAs(context, site, ines)
  const existing = await askAs(site, ines, {
    title: 'Why does the marmot whistle at noon?',
    body: 'It does so every day.',
    tags: ['marmots'],
  })
  await openAsk(page, '?tags=marmots&title=Why')
  await expect(titleOf(page)).toHaveValue('Why')
  const similar = page.getByRole('link', { name: existing.title })
  await expect(async () => {
    await titleOf(page).fill('')
    await titleOf(page).pressSequentially('Why does a marmot whistle?')
    await expect(similar).toBeVisible({ timeout: 5_000 })
  }).toPass(longTimeout)
  await expect(similar).toHaveAttribute('target', '_blank')
  await expect(page.getByText('26 / 150')).toBeVisible()
  await titleOf(page).fill('')
  await expect(similar).toHaveCount(0)

  await titleOf(page).fill('How loud is a marmot?')
  await bodyOf(page).fill('Very, it **seems**.')
  await page.getByRole('switch', { name: 'Answer my own question' }).check()
  await page.getByLabel('Your answer').fill('Ninety decibels, measured.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'How loud is a marmot?',
    longTimeout,
  )
  const client = apiClient(site, ines.token)
  const { list } = await client.call(listAnswers, { question_id: idOf(page) })
  expect(list.map(({ content }) => content)).toEqual(['Ninety decibels, measured.'])
})

test('a draft survives a closed tab, syncs to another device and can be discarded', async ({
  page,
  context,
  browser,
  site,
}) => {
  const nora = await aMember(site, 'Nora Lind')
  await logInAs(context, site, nora)
  await openAsk(page)
  await titleOf(page).fill('Half a question about a')
  await expect.poll(() => page.evaluate<string>(readLocalDrafts), longTimeout).toContain('about a')
  await page.close()

  const reopened = await context.newPage()
  const errors = collectErrors(reopened)
  await openAsk(reopened)
  await expect(titleOf(reopened)).toHaveValue('Half a question about a')
  await bodyOf(reopened).fill('And half a text.')
  await expect(reopened.getByText('Draft saved now')).toBeVisible(longTimeout)

  const phone = await openDevice(browser.newContext(phoneOptions(site)), site, nora)
  await openAsk(phone)
  await expect(titleOf(phone)).toHaveValue('Half a question about a')
  await expect(bodyOf(phone)).toContainText('And half a text.')
  await bodyOf(phone).fill('Written on the way.')
  await phone.getByRole('button', { name: 'Save draft' }).press('Enter')
  await expect(phone.getByText('Draft saved now')).toBeVisible(longTimeout)

  // The first tab did not know of the other version: both are kept.
  await bodyOf(reopened).fill('Written at home.')
  await reopened.getByRole('button', { name: 'Show other version' }).press('Enter', longTimeout)
  await expect(bodyOf(reopened)).toContainText('Written on the way.')
  await reopened.getByRole('button', { name: 'Show other version' }).press('Enter')
  await expect(bodyOf(reopened)).toContainText('Written at home.')
  await reopened.getByRole('button', { name: 'Keep this version' }).press('Enter')

  await reopened.getByRole('button', { name: 'Discard draft' }).press('Enter')
  await expect(titleOf(reopened)).toHaveValue('')
  await reopened.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(titleOf(reopened)).toHaveValue('Half a question about a')
  await expect(bodyOf(reopened)).toContainText('Written at home.')
  expect(errors).toEqual([])
  await phone.context().close()
})

test('the profile lists the drafts, which can be continued, discarded and restored', async ({
  page,
  context,
  site,
}) => {
  const mira = await aMember(site, 'Mira Castell')
  const question = await askAs(site, ines, {
    title: 'Why do swallows return in spring?',
    body: 'Every year.',
    tags: ['birds'],
  })
  const save = (draft: { kind: 'question' | 'answer'; title?: string; content: string }) =>
    apiClient(site, mira.token).call(saveDraft, {
      ...draft,
      ...(draft.kind === 'answer' ? { object_id: question.id } : {}),
      writer: 'a-writer-of-drafts',
      counter: 1,
      known_version: 0,
    })
  await save({ kind: 'question', title: 'How far do terns fly?', content: 'Half a text.' })
  await save({ kind: 'answer', content: 'Because of the insects.' })
  await logInAs(context, site, mira)
  await page.goto('/users/mira-castell')
  await page.getByRole('link', { name: 'Drafts' }).click()
  const rows = page.getByRole('list', { name: 'Drafts: Mira Castell' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Why do swallows return in spring?')
  await expect(rows.first()).toContainText('Because of the insects.')

  const discard = page.getByRole('button', { name: 'Discard draft “How far do terns fly?”' })
  await hydrate(page)
  await discard.click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('link', { name: 'How far do terns fly?' }).click()
  await expect(titleOf(page)).toHaveValue('How far do terns fly?')
  await page.goBack()
  await page.getByRole('link', { name: 'Why do swallows return in spring?' }).click()
  const answer = page.getByRole('textbox', { name: 'Your answer' })
  await hydrate(page)
  await answer.focus()
  await expect(answer).toContainText('Because of the insects.', longTimeout)
})

test('a failed post keeps the draft, and a successful one removes it', async ({
  page,
  context,
  site,
}) => {
  const olga = await aMember(site, 'Olga Brandt')
  await logInAs(context, site, olga)
  await openAsk(page)
  const draft = aDraft(`Where do the swifts sleep ${Date.now()}?`)
  await fillQuestion(page, draft)
  const postUrl = '**/questions/ask.data*'
  await page.route(postUrl, (route) => route.fulfill({ status: 503, body: 'away' }))
  await postQuestion(page)
  await expect(page.getByRole('alert')).toContainText('Your text is saved as a draft', longTimeout)
  await expect(titleOf(page)).toHaveValue(draft.title)
  await page.unroute(postUrl)

  await page.reload()
  await hydrate(page)
  await expect(titleOf(page)).toHaveValue(draft.title)
  await page.getByRole('button', { name: 'Post question' }).press('Enter')
  await expectQuestion(page, draft)
  await openAsk(page)
  await expect(titleOf(page)).toHaveValue('')
  await expect(page.getByText(/Draft saved/)).toHaveCount(0)
})

test('a new tag is offered but not preselected while typing', async ({ page, context, site }) => {
  await logInAs(context, site, ines)
  await openAsk(page)
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.pressSequentially('py')
  const create = page.getByRole('option', { name: 'Create py' })
  await expect(create).toBeVisible()
  await expect(tags).not.toHaveAttribute('aria-activedescendant')
  await tags.press('ArrowDown')
  await expect(tags).toHaveAttribute('aria-activedescendant')
  await tags.pressSequentially('thon')
  await tags.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove python' })).toBeVisible()
})

test('a member asks with a pasted image', async ({ page, context, site }) => {
  await logInAs(context, site, ines)
  await openAsk(page)
  const label = 'Details'
  const bytes = aPhoto(640, 360, 'taken-at-home')
  await insertFile(page, label, 'paste', { name: 'The roof.png', type: 'image/png', bytes })
  await expect(bodyOf(page)).toContainText('![](/uploads/post/', longTimeout)
  await page.getByLabel('Describe this image for people who can’t see it').fill('The roof')
  await page.getByRole('button', { name: 'Add description' }).click()
  await expect(bodyOf(page)).toContainText('![The roof](/uploads/post/')
  await titleOf(page).fill('Which bird nests under this roof?')
  await page.getByLabel('Tags').fill('birds')
  await postQuestion(page)
  const image = page.getByRole('img', { name: 'The roof' })
  await expect(image).toHaveAttribute('width', '640', longTimeout)
  await expect(image).toHaveAttribute('height', '360')
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(640)
  const response = await page.request.get(String(await image.getAttribute('src')))
  expect((await response.body()).includes('taken-at-home')).toBe(false)
})

test('an answer draft is restored, and removed once posted', async ({ page, context, site }) => {
  const piet = await aMember(site, 'Piet Mulder')
  const question = await askAs(site, await logInAsAdmin(site), {
    title: 'Do owls wade?',
    body: 'Yes?',
    tags: ['owls'],
  })
  await logInAs(context, site, piet)
  const path = `/questions/${question.id}/${question.url_title}`
  await page.goto(path)
  await hydrate(page)
  await page.getByLabel('Your answer').last().fill('They do, in **shallow** water.')
  await expect(page.getByText('Draft saved now')).toBeVisible(longTimeout)
  await page.close()

  const reopened = await context.newPage()
  const errors = collectErrors(reopened)
  await reopened.goto(path)
  await hydrate(reopened)
  await expect(reopened.getByLabel('Your answer').last()).toHaveValue(/in \*\*shallow/, longTimeout)
  await reopened.getByRole('button', { name: 'Post answer' }).press('Enter')
  await expect(reopened.locator('.prose strong')).toHaveText('shallow', longTimeout)
  const client = apiClient(site, piet.token)
  expect(await client.call(getDraft, { kind: 'answer', object_id: question.id })).toBeNull()
  expect(await reopened.evaluate<string>(readLocalDrafts)).not.toContain('shallow')
  expect(errors).toEqual([])
})

const poem = ['First line.', '', 'Second line.', '', 'Third line.', '', 'Fourth line.']
const withChanges = (changes: Record<number, string>) =>
  poem.map((line, index) => changes[index] ?? line).join('\n')

/** Creates a question that an admin edits while its author has it open. */
async function aPoem(site: Site) {
  const admin = await logInAsAdmin(site)
  const question = await askAs(site, ines, {
    title: 'A poem?',
    body: poem.join('\n'),
    tags: ['verse'],
  })
  const { id } = question
  const editAsAdmin = () =>
    apiClient(site, admin.token).call(editQuestion, {
      id,
      version: 1,
      title: 'A better poem?',
      content: withChanges({ 0: 'First line, by the admin.', 4: 'Third line, by the admin.' }),
      tags: [{ slug_name: 'verse' }, { slug_name: 'poems' }],
    })
  return { id, editAsAdmin }
}

async function mergeAndSave(page: Page, site: Site, id: string) {
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  const conflict = page.getByRole('group', {
    name: 'Conflict 1: which version do you want to keep?',
  })
  await expect(conflict).toBeVisible(longTimeout)
  await expect(conflict).toContainText('Third line, by me.')
  await expect(conflict).toContainText('Third line, by the admin.')
  await conflict.getByRole('radio', { name: 'Both, mine first' }).check()
  await page.getByRole('button', { name: 'Save merged text' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A better poem?', longTimeout)
  const merged = await apiClient(site).call(getQuestion, { id })
  expect(merged.version).toBe(3)
  expect(merged.tags.map((tag) => tag.slug_name)).toEqual(['verse', 'poems'])
  expect(merged.content).toBe(
    withChanges({
      0: 'First line, by the admin.',
      4: 'Third line, by me.\nThird line, by the admin.',
      6: 'Fourth line, by me.',
    }),
  )
}

const ownText = withChanges({ 4: 'Third line, by me.', 6: 'Fourth line, by me.' })

test('the second of two concurrent editors merges the changes', async ({ page, context, site }) => {
  await logInAs(context, site, ines)
  const { id, editAsAdmin } = await aPoem(site)
  // The draft is only saved locally, with the version it is based on, before the tab is closed.
  const closedTab = await context.newPage()
  await closedTab.route('**/api/v1/draft', (route) => route.fulfill({ status: 503, body: '{}' }))
  await closedTab.goto(`/posts/${id}/edit`)
  await hydrate(closedTab)
  await closedTab.getByLabel('Text', { exact: true }).fill(ownText)
  await expect
    .poll(() => closedTab.evaluate<string>(readLocalDrafts), longTimeout)
    .toContain('by me')
  await closedTab.close()
  await editAsAdmin()
  await page.goto(`/posts/${id}/edit`)
  await hydrate(page)
  await expect(page.getByLabel('Text', { exact: true })).toContainText('by me')
  await mergeAndSave(page, site, id)

  await page.goto(`/posts/${id}/edit`)
  await hydrate(page)
  await page.getByLabel('Start from a previous version').selectOption('1')
  await page.getByRole('button', { name: 'Load version' }).press('Enter')
  await expect(page.getByLabel('Text', { exact: true })).toContainText('Third line.', longTimeout)
  await expect(page.getByLabel('Text', { exact: true })).not.toContainText('by me')
})

test('an edit without permission shows the reason', async ({ page, context, site }) => {
  const rosa = await aMember(site, 'Rosa Diaz')
  await logInAs(context, site, rosa)
  const { id } = await askAs(site, ines)
  await page.goto(`/posts/${id}/edit`)
  await expect(page.getByRole('heading', { name: 'You can’t edit this post' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('reputation')
})

test.describe('on mobile', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  test('a member asks a question', async ({ page, context, site }) => {
    await logInAs(context, site, await aMember(site, 'Petra Novak'))
    await openAsk(page)
    const draft = aDraft(`Who wakes the rooster ${Date.now()}?`)
    await fillQuestion(page, draft)
    await postQuestion(page)
    await expectQuestion(page, draft)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a member asks with an answer, edits and merges', async ({ page, context, site }) => {
    // A new member, because asking again so soon would require a captcha.
    await logInAs(context, site, await aMember(site, 'Samira Okafor'))
    await page.goto('/questions/ask?answer=1')
    const draft = aDraft(`What does the owl read ${Date.now()}?`)
    await fillQuestion(page, draft)
    await page.getByLabel('Your answer').fill('The night paper.')
    await postQuestion(page)
    await expectQuestion(page, draft)

    await logInAs(context, site, ines)
    const { id, editAsAdmin } = await aPoem(site)
    await page.goto(`/posts/${id}/edit`)
    await editAsAdmin()
    await page.getByLabel('Text', { exact: true }).fill(ownText)
    await mergeAndSave(page, site, id)
  })
})

const phoneOptions = (site: Site) => ({
  baseURL: site.url,
  locale: 'en-US',
  extraHTTPHeaders: randomIpHeader(),
  viewport: { width: 390, height: 780 },
})

/** Opens a page on another device of the same account. */
async function openDevice(opening: Promise<BrowserContext>, site: Site, account: Account) {
  const context = await opening
  await logInAs(context, site, account)
  return await context.newPage()
}
