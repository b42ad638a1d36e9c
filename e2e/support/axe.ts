import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Returns moderate, serious and critical axe violations as `rule element`, after all animations are done. */
export async function findAxeViolations(page: Page, within?: string): Promise<string[]> {
  return await runAxe(page, (axe) => (within === undefined ? axe : axe.include(within)))
}

/** Checks the color rules in dark mode. */
export async function findAxeViolationsInDarkMode(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  const problems = await runAxe(page, (axe) => {
    const colorRules = axe.withRules(['color-contrast', 'link-in-text-block'])
    return within === undefined ? colorRules : colorRules.include(within)
  })
  await page.emulateMedia({ colorScheme: 'light' })
  return problems.map((problem) => `dark mode: ${problem}`)
}

async function runAxe(page: Page, configure: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await expect.poll(() => page.evaluate(areAnimationsDone), { intervals: [50] }).toBe(true)
  // Legacy mode skips cross-origin frames, which no screen has, and takes a third of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await configure(axe).analyze()
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}`))
}

/** Ignores endless animations such as spinners, and those that follow the scroll position. */
function areAnimationsDone() {
  return document
    .getAnimations()
    .filter(({ timeline }) => timeline instanceof DocumentTimeline)
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .every(({ playState }) => playState !== 'running')
}
