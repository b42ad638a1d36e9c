import { defineConfig } from '@playwright/test'
import { chromium } from './support/chromium.ts'
import type { SiteOptions } from './support/test.ts'

const journeys = /journeys\/.*\.spec\.ts/

export default defineConfig<object, SiteOptions>({
  testDir: '.',
  outputDir: '../.test-results/e2e',
  fullyParallel: false,
  // A site and a browser each want a core.
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['CI'] === undefined ? 'list' : 'dot',
  use: { launchOptions: chromium, locale: 'en-US', trace: 'retain-on-failure' },
  projects: [
    { name: 'postgres', use: { engine: 'postgres' } },
    { name: 'postgres and redis', testMatch: journeys, use: { engine: 'postgres-redis' } },
    { name: 'folder', testMatch: journeys, use: { engine: 'folder' } },
  ],
})
