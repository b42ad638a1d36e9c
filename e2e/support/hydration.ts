import { expect, type Page } from '@playwright/test'

// A string, because the scripts that import this have no DOM types.
const hasReact = `Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))`

/** React marks the elements that it has hydrated. */
export function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(hasReact)
}

/** Moves the mouse, which triggers hydration, and waits for it. */
export async function hydrate(page: Page) {
  await page.mouse.move(1, 1)
  await page.mouse.move(3, 3)
  await expect.poll(() => isHydrated(page), { intervals: [50] }).toBe(true)
}
