import { defineConfig } from '@playwright/test'
import { chromium } from './support/chromium.ts'
import type { SiteOptions } from './support/test.ts'

// The way in and the first question are the same whatever keeps the data.
const onEveryEngine = /journeys\/(first-question|install)\.spec\.ts/

export default defineConfig<object, SiteOptions>({
  testDir: '.',
  outputDir: '../.test-results/e2e',
  fullyParallel: false,
  // One of the two usually waits for the other's core.
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Three times what a quiet machine needs.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: process.env['CI'] === undefined ? 0 : 1,
  use: {
    launchOptions: chromium,
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // A trace of every test makes the run half as long again; `pnpm e2e --trace=retain-on-failure` keeps one when it is needed.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'postgres', use: { engine: 'postgres' } },
    { name: 'postgres and redis', testMatch: onEveryEngine, use: { engine: 'postgres-redis' } },
    { name: 'folder', testMatch: onEveryEngine, use: { engine: 'folder' } },
  ],
})
