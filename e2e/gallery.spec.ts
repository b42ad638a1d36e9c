import type { Page } from '@playwright/test'
import { seriousInTheDark, seriousProblems } from './support/axe.ts'
import { galleryPath as gallery, galleryStates as states, wakeGallery } from './support/gallery.ts'
import { layoutShift, watchLayout } from './support/layout-shift.ts'
import { enter, type Look } from './support/screens.ts'
import { smallTargets } from './support/targets.ts'
import { expect, test } from './support/test.ts'

test.use({ product: 'gallery' })

const looks: Record<string, Look> = {
  'light and dark': { theme: 'system', locale: 'en_US' },
  'right to left': { theme: 'light', locale: 'ar' },
}

for (const [name, look] of Object.entries(looks)) {
  test(`axe finds nothing serious on any piece in any state: ${name}`, async ({
    page,
    context,
    site,
  }) => {
    test.setTimeout(720_000)
    await enter(context, site, null, look)
    await page.goto(gallery)
    await wakeGallery(page)
    const found = await problems(page, look)
    for (const [state, { open, part }] of Object.entries(states)) {
      await open(page)
      await page.locator(part).first().waitFor()
      // Colours are measured once they stand still.
      await page.waitForTimeout(250)
      found.push(...(await problems(page, look, part)).map((problem) => `${state}: ${problem}`))
      await page.keyboard.press('Escape')
      await page.reload()
      await wakeGallery(page)
    }
    expect(found).toEqual([])
  })
}

async function problems(page: Page, look: Look, part?: string): Promise<string[]> {
  const found = await seriousProblems(page, part)
  return look.theme === 'system' ? [...found, ...(await seriousInTheDark(page, part))] : found
}

test('every control is at least 24 px, whatever the theme', async ({ page }) => {
  await page.goto(gallery)
  await wakeGallery(page)
  expect(await smallTargets(page, 24)).toEqual([])
})

test('the measure of targets sees a small one', async ({ page }) => {
  await page.setContent('<button style="width: 20px; height: 30px; padding: 0">x</button>')
  expect(await smallTargets(page, 24)).toEqual(['20×30 button “x”'])
})

for (const width of [1280, 390]) {
  test(`nothing moves while the gallery loads, at ${width} px`, async ({ browser, site }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width, height: 800 },
    })
    const page = await context.newPage()
    await watchLayout(page)
    await page.goto(gallery, { waitUntil: 'networkidle' })
    await wakeGallery(page)
    await page.waitForTimeout(500)
    const { sum, what } = await layoutShift(page)
    test.info().annotations.push({ type: 'CLS', description: sum.toFixed(4) })
    expect(sum, what).toBeLessThanOrEqual(0.02)
    await context.close()
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('every control is at least 44 px', async ({ page }) => {
    await page.goto(gallery)
    await wakeGallery(page)
    expect(await smallTargets(page, 44)).toEqual([])
  })
})
