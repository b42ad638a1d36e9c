import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Returns moderate, serious and critical axe violations as `rule element`, after all animations are done. */
export async function findAxeViolations(
  page: Page,
  within?: string,
  options: axe.RunOptions = {},
): Promise<string[]> {
  const violations = await runAxe(page, within, options)
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}`))
}

const colorRules = ['color-contrast', 'link-in-text-block']

/** Leaves out the color rules, which take most of the time. */
export function findAxeViolationsExceptColors(page: Page): Promise<string[]> {
  const rules = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]))
  return findAxeViolations(page, undefined, { rules })
}

/** Checks the color rules in dark mode. */
export async function findAxeViolationsInDarkMode(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  const violations = await runAxe(page, within, { runOnly: colorRules })
  await page.emulateMedia({ colorScheme: 'light' })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `dark mode: ${id} ${node.target.join(' ')}`),
  )
}

/** Runs axe after all animations are done. It is loaded once per page, because that takes as long as the color rules. */
export async function runAxe(page: Page, within?: string, options: axe.RunOptions = {}) {
  await expect.poll(() => page.evaluate(areAnimationsDone), { intervals: [50] }).toBe(true)
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([selector, runOptions]) =>
      (window as unknown as { axe: typeof axe }).axe.run(selector ?? document, {
        ...runOptions,
        resultTypes: ['violations'],
      }),
    [within, options] as const,
  )
  return violations
}

/** Ignores endless animations such as spinners, and those that follow the scroll position. */
function areAnimationsDone() {
  return document
    .getAnimations()
    .filter(({ timeline }) => timeline instanceof DocumentTimeline)
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .every(({ playState }) => playState !== 'running')
}
