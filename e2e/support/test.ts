import { expect, test as base, type Page } from '@playwright/test'
import { galleryBundle } from '../../scripts/build/gallery.ts'
import { fromElsewhere } from './elsewhere.ts'
import { startSite, type Engine, type Site } from './site.ts'

/** `gallery` is the product with the page of all pieces in it. */
export type SiteOptions = { engine: Engine; product: 'site' | 'gallery' }
type WorkerFixtures = SiteOptions & { site: Site }

/** A test with a site of its engine, on a page where nothing may go wrong unseen. */
export const test = base.extend<object, WorkerFixtures>({
  engine: ['postgres', { option: true, scope: 'worker' }],

  product: ['site', { option: true, scope: 'worker' }],

  site: [
    async ({ engine, product }, provide) => {
      const site = await startSite(engine, product === 'gallery' ? { bundle: galleryBundle } : {})
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 360_000 },
  ],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
  extraHTTPHeaders: async ({}, provide) => provide(fromElsewhere()),

  baseURL: async ({ site }, provide) => provide(site.url),

  page: async ({ page }, provide) => {
    const problems = watch(page)
    await provide(page)
    expect(problems, 'errors in the console of the page').toEqual([])
  },
})

export { expect }

// A page that answers with an error status on purpose also shows up in the console.
const expected = /Failed to load resource: the server responded with a status of (4\d\d|503)/

/** Notes what a person with open developer tools would see in red: errors, refused scripts, hydration. */
export function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() !== 'error' || expected.test(message.text())) return
    problems.push(message.text())
  })
  return problems
}
