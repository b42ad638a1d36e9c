import type { Page } from '@playwright/test'

/** Notes every unexpected movement of the page from its first paint on. */
export async function watchLayout(page: Page) {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    const places: Place[] = []
    Object.assign(window, { layoutShifts: shifts, firstPlaces: places })
    const note = () => {
      for (const control of document.querySelectorAll('main :is(button, input, select)')) {
        const { x, y, width } = control.getBoundingClientRect()
        if (width > 0) places.push({ control, x, y: y + scrollY })
      }
    }
    // The first picture of a page, with its style.
    document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(note))
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

/** The sum of all movements, and what moved. */
export async function layoutShift(page: Page): Promise<{ sum: number; what: string }> {
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: Shift[] }).layoutShifts,
  )
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    what: shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('; '),
  }
}

/**
 * One line of the editor, which may break a long text elsewhere than the plain field it replaces. On touch screens its
 * text is 16 px at 1.65, a line of 26.4.
 */
const lines = { mouse: 24, touch: 27 }

/** Controls that stand elsewhere than in the first picture of the page: who was about to press one presses another. */
export function movedControls(page: Page): Promise<string[]> {
  return page.evaluate((line) => {
    const most = matchMedia('(pointer: coarse)').matches ? line.touch : line.mouse
    const { firstPlaces } = window as unknown as { firstPlaces: Place[] }
    return firstPlaces.flatMap(({ control, x, y }) => {
      const now = control.getBoundingClientRect()
      const by = Math.hypot(now.x - x, now.y + scrollY - y)
      const name = control.getAttribute('name') ?? control.textContent.trim()
      return now.width === 0 || by < most ? [] : [`${name} by ${by.toFixed(0)} px`]
    })
  }, lines)
}

type Place = { control: Element; x: number; y: number }
type Shift = { value: number; what: string }
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}
