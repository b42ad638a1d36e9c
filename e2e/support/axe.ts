import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * What axe finds serious or critical on a page, or in one part of it, as `rule element`. Waits until nothing moves:
 * a dialog on its way in hides the page already, and is not seen itself yet.
 */
export async function seriousProblems(page: Page, within?: string): Promise<string[]> {
  await expect.poll(() => page.evaluate(isStill), { intervals: [50] }).toBe(true)
  // No screen has frames of other sites: the mode that looks into them opens a page for every look and takes three times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
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
