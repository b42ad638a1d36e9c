import { holdBack } from './support/hold-back.ts'
import { enter } from './support/screens.ts'
import { aMember, askAs, type Account } from './support/seed.ts'
import { expect, test } from './support/test.ts'

// What people write is kept, whatever the page is busy with.

const label = 'What you tried and what happened'
const scripts = /\/assets\/entry\.client-.*\.js$/
const light = { theme: 'light', locale: 'en_US' } as const

let people = 0
let member: Account

// Someone else each time: nobody finds the draft of another test.
test.beforeEach(async ({ context, site }) => {
  member = await aMember(site, `Early Writer ${++people}`)
  await enter(context, site, member, light)
})

test('what was typed before the editor came is kept, and all of it is posted', async ({ page }) => {
  const release = await holdBack(page, /\/assets\/desk-.*\.js$/)
  await page.goto('/questions/ask')
  await page.getByLabel('Your question in one sentence').fill('What was here before the editor?')
  const area = page.locator('textarea[name="content"]')
  await area.click()
  await page.keyboard.type('Before **the')
  release()
  const editor = page.getByRole('textbox', { name: label })
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await expect(editor).toBeFocused()
  await page.keyboard.type(' editor** came')
  await page.getByLabel('Tags').fill('editors')
  await editor.click()
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('.prose')).toContainText('Before the editor came')
  await expect(page.locator('.prose strong')).toHaveText('the editor')
})

test('what was typed into a text before the page came alive is kept', async ({ page, site }) => {
  const question = await askAs(site, member)
  const release = await holdBack(page, scripts)
  await page.goto(`/posts/${question.id}/edit`, { waitUntil: 'commit' })
  const area = page.locator('textarea[name="content"]')
  await area.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Above all: ')
  const written = await area.inputValue()
  expect(written).toMatch(/^Above all: \S/)
  release()
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible()
  await expect(area).toHaveValue(written)
  await page.keyboard.type('be kind. ')
  await expect(area).toHaveValue(written.replace('Above all: ', 'Above all: be kind. '))
})

test('what was selected before the page came alive stays selected', async ({ page }) => {
  const release = await holdBack(page, scripts)
  await page.goto('/questions/ask?title=Why', { waitUntil: 'commit' })
  const title = page.getByLabel('Your question in one sentence')
  await title.selectText()
  release()
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible()
  await page.keyboard.type('How')
  await expect(title).toHaveValue('How')
})

test('whoever steps into the tags while the page comes alive arrives there', async ({ page }) => {
  await page.addInitScript(stepWhenReactListens)
  const release = await holdBack(page, scripts)
  await page.goto('/questions/ask', { waitUntil: 'commit' })
  await page.getByLabel('Your question in one sentence').fill('Which tea?')
  release()
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible()
  await expect(page.getByLabel('Tags')).toBeFocused()
  await page.keyboard.type('green')
  await expect(page.locator('input[name=tags]')).toHaveValue('green')
})

test('a letter in the tags is kept when another field has changed unheard', async ({ page }) => {
  await page.goto('/questions/ask')
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeVisible()
  // As extensions of browsers do.
  await page.locator('textarea[name=title]').evaluate((field) => {
    Object.assign(field, { value: 'Who wrote this?' })
  })
  await page.getByLabel('Tags').press('t')
  await expect(page.getByText('15 / 150')).toBeVisible()
  await expect(page.locator('input[name=tags]')).toHaveValue('t')
})

test('drafts are kept where a page came over plain http, too', async ({ page }) => {
  // What browsers give to pages over https only.
  await page.addInitScript(() => Object.assign(crypto, { randomUUID: undefined }))
  await page.goto('/questions/ask')
  await page.getByLabel('Your question in one sentence').fill('Is it kept without a lock?')
  await expect(page.getByText('Draft saved now')).toBeVisible()
})

/** Moves the focus when React has begun to listen and has not taken over yet: the step itself makes it do so. */
function stepWhenReactListens() {
  const add = document.addEventListener.bind(document)
  document.addEventListener = (...given: Parameters<typeof add>) => {
    add(...given)
    if (given[0] === 'focusout') queueMicrotask(() => document.getElementById('tags')?.focus())
  }
}
