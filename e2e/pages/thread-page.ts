import type { Locator, Page } from '@playwright/test'

export const questionPost = (page: Page) => page.getByRole('article', { name: 'Question' })

export function answerWith(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

export const scoreOf = (post: Locator) => post.locator('.vote .numeral')

/** Presses Enter on a control, which works even if it moves. */
export async function press(control: Locator) {
  await control.focus()
  await control.press('Enter')
}

export async function writeAnswer(page: Page, text: string) {
  await page.getByLabel('Your answer').last().fill(text)
  await press(page.getByRole('button', { name: 'Post answer' }))
}
