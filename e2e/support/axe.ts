import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * What axe finds serious or critical on a page, or in one part of it, as `rule element`. Waits until nothing moves:
 * a dialog on its way in hides the page already, and is not seen itself yet.
 */
export async function seriousProblems(page: Page, within?: string): Promise<string[]> {
  return await look(page, (axe) => (within === undefined ? axe : axe.include(within)))
}

/** The same page once the system turns dark: only its colours can differ. */
export async function seriousInTheDark(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  const found = await look(page, (axe) => {
    const colours = axe.withRules(['color-contrast', 'link-in-text-block'])
    return within === undefined ? colours : colours.include(within)
  })
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map((problem) => `in the dark, ${problem}`)
}

async function look(page: Page, at: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await expect.poll(() => page.evaluate(isStill), { intervals: [50] }).toBe(true)
  // No screen has frames of other sites: the mode that looks into them opens a page for every look and takes three times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await at(axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}`))
}

/** Spinners and the like move for ever and do not count. */
function isStill() {
  return document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .every(({ playState }) => playState !== 'running')
}
