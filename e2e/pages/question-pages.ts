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
  await page.getByLabel('Your question in one sentence').fill(draft.title)
  await page.getByLabel('What you tried and what happened').fill(draft.body)
  await page.getByLabel('Tags').fill(draft.tags)
  await expect(page.locator('textarea[name=title]')).toHaveValue(draft.title)
  await expect(page.locator('textarea[name=content]')).toHaveValue(draft.body)
  await expect(page.locator('input[name=tags]')).toHaveValue(draft.tags)
}

export async function postQuestion(page: Page) {
  await page.getByRole('button', { name: 'Post the question' }).click()
}

export async function ask(page: Page, draft: Draft) {
  await page.goto('/questions/ask')
  await fillQuestion(page, draft)
  await postQuestion(page)
  await expectQuestion(page, draft)
}

/** The page shows the question as it was written, rendered. */
export async function expectQuestion(page: Page, draft: Draft) {
  // What a form says that is still there is the reason why it is.
  const said = page.locator('main :is(h1, [role=alert], [id$=-error])')
  await expect(said).toHaveText([draft.title])
  await expect(page.locator('.prose strong')).toHaveText('only')
  await expect(page.locator('.prose pre code')).toContainText('const lid')
  for (const tag of draft.tags.split(', ')) {
    await expect(page.getByRole('list', { name: 'Tags' }).getByText(tag)).toBeVisible()
  }
}
