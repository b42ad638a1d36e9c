import { listAnswers } from '@stoa/contract/features/answers'
import { getDraft } from '@stoa/contract/features/drafts'
import { editQuestion, getQuestion } from '@stoa/contract/features/questions'
import type { BrowserContext, Page } from '@playwright/test'
import { giveFile } from '../pages/editor-files.ts'
import { comeAs } from '../pages/settings-pages.ts'
import { aDraft, expectQuestion, fillQuestion, postQuestion } from '../pages/question-pages.ts'
import { aPhoto } from '../support/a-photo.ts'
import { fromElsewhere } from '../support/elsewhere.ts'
import { patientClient } from '../support/patient-client.ts'
import { wake } from '../support/running.ts'
import { aMember, askAs, logInAsAdmin, type Account } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test, watch } from '../support/test.ts'

const soon = { timeout: 60_000 }
const titleOf = (page: Page) => page.getByLabel('Your question in one sentence')
const bodyOf = (page: Page) => page.getByLabel('What you tried and what happened')
const idOf = (page: Page) => /\/questions\/(\d+)/.exec(page.url())?.[1] ?? ''

const copies = `Object.values(localStorage).join()`

let ines: Account
test.beforeAll(async ({ site }) => {
  ines = await aMember(site, 'Ines Moreau')
})

async function openAsk(page: Page, query = '') {
  await page.goto(`/questions/ask${query}`)
  await wake(page)
}

test('someone asks, is shown what was asked before, and answers at once', async ({
  page,
  context,
  site,
}) => {
  await comeAs(context, site, ines)
  const before = await askAs(site, ines, {
    title: 'Why does the marmot whistle at noon?',
    body: 'It does so every day.',
    tags: ['marmots'],
  })
  await openAsk(page, '?tags=marmots&title=Why')
  await expect(titleOf(page)).toHaveValue('Why')
  const similar = page.getByRole('link', { name: before.title })
  await expect(async () => {
    await titleOf(page).fill('')
    await titleOf(page).pressSequentially('Why does a marmot whistle?')
    await expect(similar).toBeVisible({ timeout: 5_000 })
  }).toPass(soon)
  await expect(similar).toHaveAttribute('target', '_blank')
  await expect(page.getByText('26 / 150')).toBeVisible()
  await titleOf(page).fill('')
  await expect(similar).toHaveCount(0)

  await titleOf(page).fill('How loud is a marmot?')
  await bodyOf(page).fill('Very, it **seems**.')
  await page.getByRole('switch', { name: 'Answer it myself as well' }).check()
  await page.getByLabel('Your answer').fill('Ninety decibels, measured.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How loud is a marmot?', soon)
  const client = patientClient(site, ines.token)
  const { list } = await client.call(listAnswers, { question_id: idOf(page) })
  expect(list.map(({ content }) => content)).toEqual(['Ninety decibels, measured.'])
})

test('a draft outlives its tab, follows to another device and can be thrown away', async ({
  page,
  context,
  browser,
  site,
}) => {
  const nora = await aMember(site, 'Nora Lind')
  await comeAs(context, site, nora)
  await openAsk(page)
  await titleOf(page).fill('Half a question about a')
  await expect.poll(() => page.evaluate<string>(copies), soon).toContain('about a')
  await page.close()

  const again = await context.newPage()
  const problems = watch(again)
  await openAsk(again)
  await expect(titleOf(again)).toHaveValue('Half a question about a')
  await bodyOf(again).fill('And half a text.')
  await expect(again.getByText('Draft saved now')).toBeVisible(soon)

  const phone = await another(browser.newContext(phoneOptions(site)), site, nora)
  await openAsk(phone)
  await expect(titleOf(phone)).toHaveValue('Half a question about a')
  await expect(bodyOf(phone)).toContainText('And half a text.')
  await bodyOf(phone).fill('Written on the way.')
  await phone.getByRole('button', { name: 'Save draft' }).press('Enter')
  await expect(phone.getByText('Draft saved now')).toBeVisible(soon)

  // The first window did not know of it: both texts are there, and neither is lost.
  await bodyOf(again).fill('Written at home.')
  await again.getByRole('button', { name: 'Show the other version' }).press('Enter', soon)
  await expect(bodyOf(again)).toContainText('Written on the way.')
  await again.getByRole('button', { name: 'Show the other version' }).press('Enter')
  await expect(bodyOf(again)).toContainText('Written at home.')
  await again.getByRole('button', { name: 'Keep this one' }).press('Enter')

  await again.getByRole('button', { name: 'Discard draft' }).press('Enter')
  await expect(titleOf(again)).toHaveValue('')
  await again.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(titleOf(again)).toHaveValue('Half a question about a')
  await expect(bodyOf(again)).toContainText('Written at home.')
  expect(problems).toEqual([])
  await phone.context().close()
})

test('a post that fails leaves the text, and one that works leaves no draft', async ({
  page,
  context,
  site,
}) => {
  const olga = await aMember(site, 'Olga Brandt')
  await comeAs(context, site, olga)
  await openAsk(page)
  const draft = aDraft(`Where do the swifts sleep ${Date.now()}?`)
  await fillQuestion(page, draft)
  const isPost = '**/questions/ask.data*'
  await page.route(isPost, (route) => route.fulfill({ status: 503, body: 'away' }))
  await postQuestion(page)
  await expect(page.getByRole('alert')).toContainText('Your text is still here', soon)
  await expect(titleOf(page)).toHaveValue(draft.title)
  await page.unroute(isPost)

  await page.reload()
  await wake(page)
  await expect(titleOf(page)).toHaveValue(draft.title)
  await page.getByRole('button', { name: 'Post the question' }).press('Enter')
  await expectQuestion(page, draft)
  await openAsk(page)
  await expect(titleOf(page)).toHaveValue('')
  await expect(page.getByText(/Draft saved/)).toHaveCount(0)
})

test('someone asks with an image, pasted where they write', async ({ page, context, site }) => {
  await comeAs(context, site, ines)
  await openAsk(page)
  const label = 'What you tried and what happened'
  const bytes = aPhoto(640, 360, 'taken-at-home')
  await giveFile(page, label, 'paste', { name: 'The roof.png', type: 'image/png', bytes })
  await expect(bodyOf(page)).toContainText('![The roof](/uploads/post/', soon)
  await titleOf(page).fill('Which bird nests under this roof?')
  await page.getByLabel('Tags').fill('birds')
  await postQuestion(page)
  const image = page.getByRole('img', { name: 'The roof' })
  await expect(image).toHaveAttribute('width', '640', soon)
  await expect(image).toHaveAttribute('height', '360')
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(640)
  const served = await page.request.get(String(await image.getAttribute('src')))
  expect((await served.body()).includes('taken-at-home')).toBe(false)
})

test('an answer that was begun is there again, and its draft ends with the post', async ({
  page,
  context,
  site,
}) => {
  const piet = await aMember(site, 'Piet Mulder')
  const asked = await askAs(site, await logInAsAdmin(site), {
    title: 'Do owls wade?',
    body: 'Yes?',
    tags: ['owls'],
  })
  await comeAs(context, site, piet)
  const path = `/questions/${asked.id}/${asked.url_title}`
  await page.goto(path)
  await wake(page)
  await page.getByLabel('Your answer').last().fill('They do, in **shallow** water.')
  await expect(page.getByText('Draft saved now')).toBeVisible(soon)
  await page.close()

  const again = await context.newPage()
  const problems = watch(again)
  await again.goto(path)
  await wake(again)
  await expect(again.getByLabel('Your answer').last()).toHaveValue(/in \*\*shallow/, soon)
  await again.getByRole('button', { name: 'Post your answer' }).press('Enter')
  await expect(again.locator('.prose strong')).toHaveText('shallow', soon)
  const client = patientClient(site, piet.token)
  expect(await client.call(getDraft, { kind: 'answer', object_id: asked.id })).toBeNull()
  expect(await again.evaluate<string>(copies)).not.toContain('shallow')
  expect(problems).toEqual([])
})

const poem = ['First line.', '', 'Second line.', '', 'Third line.', '', 'Fourth line.']
const changed = (changes: Record<number, string>) =>
  poem.map((line, index) => changes[index] ?? line).join('\n')

/** A question of one person that an admin edits while that person has it open. */
async function aPoem(site: Site) {
  const admin = await logInAsAdmin(site)
  const asked = await askAs(site, ines, {
    title: 'A poem?',
    body: poem.join('\n'),
    tags: ['verse'],
  })
  const { id } = asked
  const editAsAdmin = () =>
    patientClient(site, admin.token).call(editQuestion, {
      id,
      version: 1,
      title: 'A better poem?',
      content: changed({ 0: 'First line, by the admin.', 4: 'Third line, by the admin.' }),
      tags: [{ slug_name: 'verse' }, { slug_name: 'poems' }],
    })
  return { id, editAsAdmin }
}

async function mergeAndSave(page: Page, site: Site, id: string) {
  await page.getByRole('button', { name: 'Save the edit' }).press('Enter')
  const conflict = page.getByRole('group', { name: 'Place 1: whose text?' })
  await expect(conflict).toBeVisible(soon)
  await expect(conflict).toContainText('Third line, by me.')
  await expect(conflict).toContainText('Third line, by the admin.')
  await conflict.getByRole('radio', { name: 'Both, yours first' }).check()
  await page.getByRole('button', { name: 'Save the merged text' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A better poem?', soon)
  const merged = await patientClient(site).call(getQuestion, { id })
  expect(merged.version).toBe(3)
  expect(merged.tags.map((tag) => tag.slug_name)).toEqual(['verse', 'poems'])
  expect(merged.content).toBe(
    changed({
      0: 'First line, by the admin.',
      4: 'Third line, by me.\nThird line, by the admin.',
      6: 'Fourth line, by me.',
    }),
  )
}

const mine = changed({ 4: 'Third line, by me.', 6: 'Fourth line, by me.' })

test('two people edit at once, and the second merges', async ({ page, context, site }) => {
  await comeAs(context, site, ines)
  const { id, editAsAdmin } = await aPoem(site)
  // The site cannot keep the draft, and the tab is lost: what this browser has still knows where it began.
  const lost = await context.newPage()
  await lost.route('**/api/v1/draft', (route) => route.fulfill({ status: 503, body: '{}' }))
  await lost.goto(`/posts/${id}/edit`)
  await wake(lost)
  await lost.getByLabel('Text', { exact: true }).fill(mine)
  await expect.poll(() => lost.evaluate<string>(copies), soon).toContain('by me')
  await lost.close()
  await editAsAdmin()
  await page.goto(`/posts/${id}/edit`)
  await wake(page)
  await expect(page.getByLabel('Text', { exact: true })).toContainText('by me')
  await mergeAndSave(page, site, id)

  await page.goto(`/posts/${id}/edit`)
  await wake(page)
  await page.getByLabel('Start from an earlier version').selectOption('1')
  await page.getByRole('button', { name: 'Load its text' }).press('Enter')
  await expect(page.getByLabel('Text', { exact: true })).toContainText('Third line.', soon)
  await expect(page.getByLabel('Text', { exact: true })).not.toContainText('by me')
})

test('an edit one may not make says why', async ({ page, context, site }) => {
  const rosa = await aMember(site, 'Rosa Diaz')
  await comeAs(context, site, rosa)
  const { id } = await askAs(site, ines)
  await page.goto(`/posts/${id}/edit`)
  await expect(page.getByRole('heading', { name: 'You cannot edit this' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('reputation')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  test('someone asks', async ({ page, context, site }) => {
    await comeAs(context, site, await aMember(site, 'Petra Novak'))
    await openAsk(page)
    const draft = aDraft(`Who wakes the rooster ${Date.now()}?`)
    await fillQuestion(page, draft)
    await postQuestion(page)
    await expectQuestion(page, draft)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('someone asks with an answer, edits, and merges', async ({ page, context, site }) => {
    // Someone who has not asked a moment ago: that would have to be challenged.
    await comeAs(context, site, await aMember(site, 'Samira Okafor'))
    await page.goto('/questions/ask?answer=1')
    const draft = aDraft(`What does the owl read ${Date.now()}?`)
    await fillQuestion(page, draft)
    await page.getByLabel('Your answer').fill('The night paper.')
    await postQuestion(page)
    await expectQuestion(page, draft)

    await comeAs(context, site, ines)
    const { id, editAsAdmin } = await aPoem(site)
    await page.goto(`/posts/${id}/edit`)
    await editAsAdmin()
    await page.getByLabel('Text', { exact: true }).fill(mine)
    await mergeAndSave(page, site, id)
  })
})

const phoneOptions = (site: Site) => ({
  baseURL: site.url,
  locale: 'en-US',
  extraHTTPHeaders: fromElsewhere(),
  viewport: { width: 390, height: 780 },
})

/** The same person in front of another screen. */
async function another(opening: Promise<BrowserContext>, site: Site, account: Account) {
  const context = await opening
  await comeAs(context, site, account)
  return await context.newPage()
}
