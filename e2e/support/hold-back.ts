import type { Page } from '@playwright/test'

/** Keeps scripts from a page until the function returned is called. */
export async function holdBack(page: Page, scripts: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(scripts, async (route) => {
    await held
    // A page that was left meanwhile does not want them any more.
    await route.continue().catch(() => {})
  })
  return release
}
