import { expect, type Page } from '@playwright/test'

export type Draft = { title: string; body: string; tags: string }

export function aDraft(title = 'Why does the lid of my teapot dance?'): Draft {
  return {
    title,
    body: 'It starts **only** when the kettle is full.\n\n```ts\nconst lid = pot.lid\n```\n',
    tags: 'tea, physics',
  }
}

export async function fillQuestion(page: Page, draft: Draft) {
  await page.getByLabel('Title', { exact: true }).fill(draft.title)
  await page.getByLabel('Details').fill(draft.body)
  await page.getByLabel('Tags').fill(draft.tags)
  await expect(page.locator('textarea[name=title]')).toHaveValue(draft.title)
  await expect(page.locator('textarea[name=content]')).toHaveValue(draft.body)
  await expect(page.locator('input[name=tags]')).toHaveValue(draft.tags)
}

export async function postQuestion(page: Page) {
  await page.getByRole('button', { name: 'Post question' }).click()
}

export async function ask(page: Page, draft: Draft) {
  await page.goto('/questions/ask')
  await fillQuestion(page, draft)
  await postQuestion(page)
  await expectQuestion(page, draft)
}

/** Checks that the page shows the rendered question. */
export async function expectQuestion(page: Page, draft: Draft) {
  // If the form is still shown, its error messages explain the failure.
  const messages = page.locator('main :is(h1, [role=alert], [id$=-error])')
  await expect(messages).toHaveText([draft.title])
  await expect(page.locator('.prose strong')).toHaveText('only')
  await expect(page.locator('.prose pre code')).toContainText('const lid')
  for (const tag of draft.tags.split(', ')) {
    await expect(page.getByRole('list', { name: 'Tags' }).getByText(tag)).toBeVisible()
  }
}
