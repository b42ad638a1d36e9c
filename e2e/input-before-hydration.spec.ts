import { holdRequests } from './support/hold-requests.ts'
import { setCookies } from './support/screens.ts'
import { aMember, askAs, type Account } from './support/seed.ts'
import { expect, test } from './support/test.ts'

const label = 'Details'
const scripts = /\/assets\/entry\.client-.*\.js$/
const appearance = { theme: 'light', locale: 'en_US' } as const

let userCount = 0
let member: Account

// A new member for each test, so that no draft is left from another one.
test.beforeEach(async ({ context, site }) => {
  member = await aMember(site, `Early Writer ${++userCount}`)
  await setCookies(context, site, member, appearance)
})

test('text typed before the editor loaded is kept and posted', async ({ page }) => {
  const release = await holdRequests(page, /\/assets\/workspace-.*\.js$/)
  await page.goto('/questions/ask')
  await page.getByLabel('Title', { exact: true }).fill('What was here before the editor?')
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

test('text typed into a text area before hydration is kept', async ({ page, site }) => {
  const question = await askAs(site, member)
  const release = await holdRequests(page, scripts)
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

test('a selection made before hydration is kept', async ({ page }) => {
  const release = await holdRequests(page, scripts)
  await page.goto('/questions/ask?title=Why', { waitUntil: 'commit' })
  const title = page.getByLabel('Title', { exact: true })
  await title.selectText()
  release()
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible()
  await page.keyboard.type('How')
  await expect(title).toHaveValue('How')
})

test('focus moved to the tags during hydration is kept', async ({ page }) => {
  await page.addInitScript(focusTagsWhenReactListens)
  const release = await holdRequests(page, scripts)
  await page.goto('/questions/ask', { waitUntil: 'commit' })
  await page.getByLabel('Title', { exact: true }).fill('Which tea?')
  release()
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible()
  await expect(page.getByLabel('Tags')).toBeFocused()
  await page.keyboard.type('green')
  await expect(page.locator('input[name=tags]')).toHaveValue('green')
})

test('input in the tags is kept when another field changed without an event', async ({ page }) => {
  await page.goto('/questions/ask')
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeVisible()
  // Browser extensions set values like this.
  await page.locator('textarea[name=title]').evaluate((field) => {
    Object.assign(field, { value: 'Who wrote this?' })
  })
  await page.getByLabel('Tags').press('t')
  await expect(page.getByText('15 / 150')).toBeVisible()
  await expect(page.locator('input[name=tags]')).toHaveValue('t')
})

test('drafts are saved on plain HTTP too', async ({ page }) => {
  // Browsers provide this only on HTTPS.
  await page.addInitScript(() => Object.assign(crypto, { randomUUID: undefined }))
  await page.goto('/questions/ask')
  await page.getByLabel('Title', { exact: true }).fill('Is it saved without HTTPS?')
  await expect(page.getByText('Draft saved now')).toBeVisible()
})

/** Moves the focus after React added its listeners and before it hydrates; the focus event triggers hydration. */
function focusTagsWhenReactListens() {
  const add = document.addEventListener.bind(document)
  document.addEventListener = (...args: Parameters<typeof add>) => {
    add(...args)
    if (args[0] === 'focusout') queueMicrotask(() => document.getElementById('tags')?.focus())
  }
}
