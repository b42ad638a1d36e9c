import type { Page } from '@playwright/test'

/** Holds matching requests until the returned function is called. */
export async function holdRequests(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    // The page may have been left meanwhile.
    await route.continue().catch(() => {})
  })
  return release
}
