import { defineConfig } from '@playwright/test'
import { chromium } from './support/chromium.ts'
import type { SiteOptions } from './support/test.ts'

// Installation and first question run on every storage engine.
const onEveryEngine = /journeys\/(first-question|install)\.spec\.ts/

export default defineConfig<object, SiteOptions>({
  testDir: '.',
  outputDir: '../.test-results/e2e',
  fullyParallel: false,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Three times the duration on an idle machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: process.env['CI'] === undefined ? 0 : 1,
  use: {
    launchOptions: chromium,
    locale: 'en-US',
    // Requests that a service worker makes cannot be held or changed by a test. Those about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Tracing every test takes 50 % longer. For one run: `pnpm e2e --trace=retain-on-failure`.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'postgres', use: { engine: 'postgres' } },
    { name: 'postgres and redis', testMatch: onEveryEngine, use: { engine: 'postgres-redis' } },
    { name: 'folder', testMatch: onEveryEngine, use: { engine: 'folder' } },
  ],
})
