import { expect, test as base, type Page } from '@playwright/test'
import { galleryBundle } from '../../scripts/build/gallery.ts'
import { randomIpHeader } from './random-ip.ts'
import { startSite, type Engine, type Site } from './site.ts'

/** `gallery` is the build that contains the component gallery. */
export type SiteOptions = { engine: Engine; product: 'site' | 'gallery' }
type WorkerFixtures = SiteOptions & { site: Site }

/** A test with a site. It fails on any error in the browser console. */
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

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from its first parameter
  extraHTTPHeaders: async ({}, provide) => provide(randomIpHeader()),

  baseURL: async ({ site }, provide) => provide(site.url),

  page: async ({ page }, provide) => {
    const problems = collectErrors(page)
    await provide(page)
    expect(problems, 'browser console errors').toEqual([])
  },
})

export { expect }

// Browsers also log responses with an intended error status.
const expectedErrors = /Failed to load resource: the server responded with a status of (4\d\d|503)/

/** Collects page errors and console errors, such as policy violations and hydration mismatches. */
export function collectErrors(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() !== 'error' || expectedErrors.test(message.text())) return
    problems.push(message.text())
  })
  return problems
}
