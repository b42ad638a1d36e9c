import { chromium as playwright, type Browser } from '@playwright/test'
import { chromium } from './chromium.ts'

export type { Browser, Page } from '@playwright/test'

/** Launches a browser outside of a test. */
export function launchBrowser(): Promise<Browser> {
  return playwright.launch(chromium)
}
