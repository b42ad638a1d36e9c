import { expect, type Page } from '@playwright/test'

// As text: the scripts that use this too know no document.
const hasReact = `Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))`

/** Whether the application runs on the page: React marks the elements it has taken over. */
export function isRunning(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(hasReact)
}

/** Shows intent, as a reader who reaches for the page does, and waits for the application. */
export async function wake(page: Page) {
  await page.mouse.move(1, 1)
  await page.mouse.move(3, 3)
  await expect.poll(() => isRunning(page), { intervals: [50] }).toBe(true)
}
