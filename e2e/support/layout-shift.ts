import type { Page } from '@playwright/test'

/** Records every layout shift and the initial positions of controls. */
export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    const positions: ControlPosition[] = []
    Object.assign(window, { layoutShifts: shifts, firstPlaces: positions })
    const recordPositions = () => {
      for (const control of document.querySelectorAll('main :is(button, input, select)')) {
        const { x, y, width } = control.getBoundingClientRect()
        if (width > 0) positions.push({ control, x, y: y + scrollY })
      }
    }
    // The first frame with styles applied.
    document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(recordPositions))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const what = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName} ${node.className}` : String(node?.nodeName),
        )
        shifts.push({ value: entry.value, what: what.join(', ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the sum of all layout shifts and what moved. */
export async function getLayoutShift(page: Page): Promise<{ sum: number; what: string }> {
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: Shift[] }).layoutShifts,
  )
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    what: shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('; '),
  }
}

/** One line of tolerance: the editor may wrap a long text differently than the text area (26.4 px on touch screens). */
const lineHeights = { mouse: 24, touch: 27 }

/** Returns the controls that moved since the first frame, where a user could press the wrong one. */
export function findMovedControls(page: Page): Promise<string[]> {
  return page.evaluate((lineHeight) => {
    const maxDistance = matchMedia('(pointer: coarse)').matches
      ? lineHeight.touch
      : lineHeight.mouse
    const { firstPlaces } = window as unknown as { firstPlaces: ControlPosition[] }
    return firstPlaces.flatMap(({ control, x, y }) => {
      const now = control.getBoundingClientRect()
      const distance = Math.hypot(now.x - x, now.y + scrollY - y)
      const name = control.getAttribute('name') ?? control.textContent.trim()
      return now.width === 0 || distance < maxDistance
        ? []
        : [`${name} moved by ${distance.toFixed(0)} px`]
    })
  }, lineHeights)
}

type ControlPosition = { control: Element; x: number; y: number }
type Shift = { value: number; what: string }
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}
