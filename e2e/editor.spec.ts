import type { Locator, Page } from '@playwright/test'
import { render } from '@stoa/markdown/render'
import { findAxeViolations } from './support/axe.ts'
import { startEditorPage, type EditorPage } from './support/editor-page.ts'
import { markdownSnippets } from './support/markdown-snippets.ts'
import { expect, test } from './support/test.ts'

const label = 'Details'

// The editor page is served on its own, without a site.
test.use({ baseURL: '' })

let editorPage: EditorPage

test.beforeAll(async () => {
  editorPage = await startEditorPage()
})

test.afterAll(async () => {
  await editorPage.stop()
})

/** Opens an empty, focused editor. */
async function openEditor(page: Page, query = ''): Promise<Locator> {
  await page.goto(editorPage.url + query)
  await expect(page.getByRole('toolbar', { name: 'Formatting' }).first()).toBeVisible()
  const editor = page.getByRole('textbox', { name: label })
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  return editor
}

/** The form field that the editor fills. */
const formValue = (page: Page) => page.locator('textarea[name="editor-full"]')

test('typing continues lists, quotes and tables, and updates the form field', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.type('- one\ntwo')
  await page.keyboard.press('Tab')
  await page.keyboard.type('\nthree\n\n\n')
  await page.keyboard.type('1. first\nsecond\n\n> said\nagain\n\n')
  await expect(formValue(page)).toHaveValue(
    '- one\n  - two\n  - three\n\n1. first\n2. second\n\n> said\n> again\n\n',
  )
  await page.keyboard.press('Control+a')
  await page.keyboard.type('| a | b |\n')
  await page.keyboard.type('|---|---|\n1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('9')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await expect(formValue(page)).toHaveValue(/^\| a \| b \|\n\|---\|---\|\n\| 1 \| 9 \|\n/)
})

test('typing replaces the text selected in the text area', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.insertText('What was there.')
  await formValue(page).evaluate((area: HTMLTextAreaElement) => {
    area.select()
    area.focus()
  })
  await page.keyboard.insertText('All of it.')
  await expect(formValue(page)).toHaveValue('All of it.')
})

test('Escape, then Tab, leaves the editor even in a list', async ({ page }) => {
  const editor = await openEditor(page)
  await page.keyboard.type('- one')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await expect(formValue(page)).toHaveValue('- one')
})

test('a table typed by hand has each cell once', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.type('| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n')
  const rows = (await formValue(page).inputValue()).split('\n').map((row) => row.split(/ *\| */))
  expect(rows.slice(2, 4)).toEqual([
    ['', '1', '2', ''],
    ['', '3', '4', ''],
  ])
})

test('the help shows the syntax of Markdown', async ({ page }) => {
  await openEditor(page)
  await page.getByRole('button', { name: 'Writing help' }).click()
  const help = page.getByRole('dialog', { name: 'Write with Markdown' })
  await expect(help.getByText('**text**')).toBeVisible()
  await expect(help.getByText('[text](url)', { exact: true })).toBeVisible()
})

test('pastes rich text as Markdown, and code and plain text unchanged', async ({ page }) => {
  await openEditor(page)
  await paste(page, {
    'text/html': '<h2>Title</h2><p>A <b>bold</b> <a href="https://e.example/">link</a></p>',
    'text/plain': 'Title A bold link',
  })
  await expect(formValue(page)).toHaveValue('## Title\n\nA **bold** [link](https://e.example/)')
  await page.keyboard.press('Control+z')
  await expect(formValue(page)).toHaveValue('')
  await page.keyboard.type('```\n')
  await paste(page, { 'text/html': '<b>let</b> a', 'text/plain': 'let a' })
  await expect(formValue(page)).toHaveValue('```\nlet a')
  await page.keyboard.press('Control+a')
  await paste(page, {
    'text/html': '<span style="color:red">const</span> a',
    'text/plain': 'const a',
  })
  await expect(formValue(page)).toHaveValue('const a')
})

test('uploads of pasted and dropped images show progress, can be canceled, retried and rejected', async ({
  page,
}) => {
  await openEditor(page)
  await page.keyboard.type('Look: ')
  await paste(page, {}, ['porch.png'])
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByRole('progressbar', { name: 'Uploading porch.png' })).toBeVisible()
  // Typing during the upload must not move the image.
  await page.keyboard.press('Home')
  await page.keyboard.type('Well. ')
  await expect(formValue(page)).toHaveValue('Well. Look: \n\n![](/uploads/porch.png)\n')
  const description = uploads.getByLabel('Describe this image for people who can’t see it')
  await expect(description).toHaveValue('')
  await description.fill('Our porch')
  await description.press('Enter')
  await expect(formValue(page)).toHaveValue('Well. Look: \n\n![Our porch](/uploads/porch.png)\n')
  await expect(uploads).toBeHidden()

  await drop(page, ['slow.png'])
  await uploads.getByRole('button', { name: 'Remove slow.png' }).click()
  await expect(uploads).toBeHidden()

  await paste(page, {}, ['broken.png'])
  await expect(uploads.getByRole('alert')).toHaveText('Upload failed. Please try again.')
  await uploads.getByRole('button', { name: 'Retry uploading broken.png' }).click()
  await expect(uploads.getByRole('progressbar')).toBeVisible()
  await uploads.getByRole('button', { name: 'Remove broken.png' }).click()

  await paste(page, {}, ['rejected.png'])
  await expect(uploads.getByRole('alert')).toHaveText('This file type is not allowed.')
  await expect(uploads.getByRole('button', { name: /Retry/ })).toHaveCount(0)
  await uploads.getByRole('button', { name: 'Remove rejected.png' }).click()
  await expect(formValue(page)).toHaveValue('Well. Look: \n\n![Our porch](/uploads/porch.png)\n')
})

test('suggests users after @ and questions after #, but not in code', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.type('Thanks @lei')
  const suggestions = page.getByRole('listbox')
  await expect(suggestions.getByRole('option')).toHaveText(['leilaLeila Haddad'])
  await page.waitForTimeout(150)
  await page.keyboard.press('Enter')
  await expect(formValue(page)).toHaveValue('Thanks @leila ')
  await page.keyboard.type('see #dry')
  await expect(suggestions.getByRole('option')).toHaveCount(1)
  await page.waitForTimeout(150)
  await page.keyboard.press('Enter')
  await expect(formValue(page)).toHaveValue('Thanks @leila see #10010000000000018 ')
  await page.keyboard.type('`@lei')
  await page.waitForTimeout(600)
  await expect(suggestions).toBeHidden()
  await page.keyboard.type('` a@lei')
  await page.waitForTimeout(600)
  await expect(suggestions).toBeHidden()
})

test('the toolbar is one tab stop and returns the focus', async ({ page }) => {
  const editor = await openEditor(page)
  const tool = (name: string) => page.getByRole('button', { name, exact: true }).first()
  await page.keyboard.type('word')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Alt+F10')
  await expect(tool('Bold')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor).toBeFocused()
  await expect(formValue(page)).toHaveValue('**word**')

  await page.keyboard.press('Alt+F10')
  await expect(tool('Bold')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool('Writing help')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool('Bold')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool('Italic')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Write' }).first()).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(tool('Italic')).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await expect(tool('Heading')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /Heading 2/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: /Heading 3/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(formValue(page)).toHaveValue('### **word**')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Control+b')
  await expect(formValue(page)).toHaveValue('### word')
})

test('dialogs show missing fields, insert at the cursor and return the focus', async ({ page }) => {
  const editor = await openEditor(page)
  const dialog = page.getByRole('dialog')
  await page.keyboard.type('see ')
  await page.keyboard.press('Control+k')
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await page.keyboard.type('example.org/a b')
  await dialog.getByLabel('Text').fill('this [one]')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(editor).toBeFocused()
  await expect(formValue(page)).toHaveValue('see [this \\[one\\]](<https://example.org/a b>)')

  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(editor).toBeFocused()

  await page.getByRole('button', { name: 'Image', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Code block' }).first().click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Code').fill('let a = 1')
  await dialog.getByLabel('Language').fill('types')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(formValue(page)).toHaveValue(/```ts\nlet a = 1\n```/)

  await page.getByRole('button', { name: 'Table' }).first().click()
  await dialog.getByLabel('Columns').fill('2')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(formValue(page)).toHaveValue(/\| Column 1 \| Column 2 \|\n\| -+ \| -+ \|/)
})

test('the preview is shown beside or below, updates with the text, and supports full screen', async ({
  page,
}) => {
  await openEditor(page)
  await page.keyboard.type('Hello **there**')
  await page.getByText('Split').first().click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('strong')).toHaveText('there')
  const editor = page.getByRole('textbox', { name: label })
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and `here`')
  await expect(preview.locator('code')).toHaveText('here')
  await expect(page.getByText('4 words')).toBeVisible()

  await page.keyboard.type('\n\n```ts\nlet a = 1')
  await expect(preview.locator('.code-block > header')).toContainText('TypeScript')
  await expect(preview.getByRole('button', { name: 'Wrap lines' })).toBeVisible()

  const [text, shown] = [await editor.boundingBox(), await preview.boundingBox()]
  expect(shown?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0) / 2)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(async () => (await preview.boundingBox())?.y ?? 0)
    .toBeGreaterThan((await editor.boundingBox())?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Full screen' }).first().click()
  const inertEditor = page.locator('[inert] [name="editor-small"]')
  await expect(inertEditor).toHaveCount(1)
  const box = await page.locator('.editor').first().boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, height: 900 })
  await editor.click()
  await page.keyboard.press('Escape')
  await expect(inertEditor).toHaveCount(0)
})

test('the preview equals the HTML the server stores, for 200 texts', async ({ page }) => {
  expect(new Set(markdownSnippets).size).toBe(200)
  await page.goto(editorPage.url)
  await page.waitForFunction(() => 'renderPreview' in window)
  const shown = await page.evaluate(async (snippets) => {
    const { renderPreview } = window as unknown as {
      renderPreview(markdown: string): Promise<string>
    }
    return Promise.all(snippets.map((snippet) => renderPreview(snippet)))
  }, markdownSnippets)
  const stored = markdownSnippets.map(
    (snippet) => render(snippet, { siteUrl: 'https://stoa.example' }).html,
  )
  expect(shown).toEqual(stored)
})

for (const query of ['', '?theme=dark', '?dir=rtl']) {
  test(`the editor has no serious axe violations ${query}`, async ({ page }) => {
    await page.goto(editorPage.url + query)
    await expect(page.getByRole('toolbar').first()).toBeVisible()
    await page.getByText('Split').first().click()
    await expect(page.getByRole('region', { name: 'Preview' }).locator('table')).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Code block' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Code block' })).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
  })
}

async function paste(page: Page, texts: Record<string, string>, files: string[] = []) {
  await dispatch(page, 'paste', { texts, files })
}

async function drop(page: Page, files: string[]) {
  await dispatch(page, 'drop', { texts: {}, files })
}

type TransferData = { texts: Record<string, string>; files: string[] }

/** Dispatches a paste or drop event, because tests have no clipboard. */
async function dispatch(page: Page, type: 'paste' | 'drop', sent: TransferData) {
  await page.getByRole('textbox', { name: label }).evaluate(
    (element, { type: kind, texts, files }) => {
      const data = new DataTransfer()
      for (const [format, text] of Object.entries(texts)) data.setData(format, text)
      for (const name of files) data.items.add(new File(['x'], name, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      const { left, top } = element.getBoundingClientRect()
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...options, clipboardData: data })
          : new DragEvent(kind, {
              ...options,
              dataTransfer: data,
              clientX: left + 30,
              clientY: top + 25,
            }),
      )
    },
    { type, ...sent },
  )
}
