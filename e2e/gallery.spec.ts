import type { Page } from '@playwright/test'
import { findAxeViolationsInDarkMode, findAxeViolations } from './support/axe.ts'
import {
  galleryPath as gallery,
  galleryStates as states,
  hydrateGallery,
} from './support/gallery.ts'
import { trackRequests } from './support/idle-network.ts'
import { getLayoutShift, recordLayoutShifts } from './support/layout-shift.ts'
import { setCookies, type Appearance } from './support/screens.ts'
import { findSmallTargets } from './support/targets.ts'
import { expect, test } from './support/test.ts'

test.use({ product: 'gallery' })

const appearances: Record<string, Appearance> = {
  'light and dark': { theme: 'system', locale: 'en_US' },
  'right to left': { theme: 'light', locale: 'ar' },
}

test('disabled buttons are lighter than enabled ones', async ({ page }) => {
  await page.goto(gallery)
  const disabled = page.locator('button:disabled').filter({ hasText: /^disabled$/ })
  const fills = await disabled.evaluateAll((buttons) =>
    buttons.map((button) => getComputedStyle(button).backgroundColor),
  )
  const none = 'rgba(0, 0, 0, 0)'
  // Primary, secondary, ghost, danger: without a fill when enabled, also without one when disabled.
  expect(fills.map((fill) => fill === none)).toEqual([false, true, true, false])
})

for (const [name, appearance] of Object.entries(appearances)) {
  test(`no component has serious axe violations in any state: ${name}`, async ({
    page,
    context,
    site,
  }) => {
    test.setTimeout(720_000)
    await setCookies(context, site, null, appearance)
    await page.goto(gallery)
    await hydrateGallery(page)
    const found = await findViolations(page, appearance)
    for (const [state, { open, part }] of Object.entries(states)) {
      await open(page)
      await page.locator(part).first().waitFor()
      found.push(
        ...(await findViolations(page, appearance, part)).map((problem) => `${state}: ${problem}`),
      )
      await close(page, part)
    }
    expect(found).toEqual([])
  })
}

/** Closes what is open, like a user. Reloading would take longer than the checks. */
async function close(page: Page, part: string) {
  if (part === '.toast') await page.locator(part).getByRole('button').last().click()
  else await page.keyboard.press('Escape')
  await expect(page.locator(part).filter({ visible: true })).toHaveCount(0)
}

async function findViolations(
  page: Page,
  appearance: Appearance,
  part?: string,
): Promise<string[]> {
  const found = await findAxeViolations(page, part)
  return appearance.theme === 'system'
    ? [...found, ...(await findAxeViolationsInDarkMode(page, part))]
    : found
}

test('every control is at least 24 px', async ({ page }) => {
  await page.goto(gallery)
  await hydrateGallery(page)
  expect(await findSmallTargets(page, 24)).toEqual([])
})

test('the target check detects a small target', async ({ page }) => {
  await page.setContent('<button style="width: 20px; height: 30px; padding: 0">x</button>')
  expect(await findSmallTargets(page, 24)).toEqual(['20×30 button “x”'])
})

for (const width of [1280, 390]) {
  test(`the gallery loads without layout shift, at ${width} px`, async ({ browser, site }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width, height: 800 },
    })
    const page = await context.newPage()
    await recordLayoutShifts(page)
    const waitForIdleNetwork = trackRequests(page)
    await page.goto(gallery)
    await hydrateGallery(page)
    await waitForIdleNetwork()
    const { sum, what: sources } = await getLayoutShift(page)
    test.info().annotations.push({ type: 'CLS', description: sum.toFixed(4) })
    expect(sum, sources).toBeLessThanOrEqual(0.02)
    await context.close()
  })
}

test.describe('on mobile', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('every control is at least 44 px', async ({ page }) => {
    await page.goto(gallery)
    await hydrateGallery(page)
    expect(await findSmallTargets(page, 44)).toEqual([])
  })
})
