import type { Page } from '@playwright/test'

/**
 * Returns controls with a too small hit area, as `width×height element`. Measured with hit tests, so that
 * enlarged hit areas, labels and overlapping elements count. Links within a sentence are exempt.
 */
export async function findSmallTargets(page: Page, minSize: number): Promise<string[]> {
  return page.evaluate((minPixels) => {
    const interactive =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], ' +
      '[role=option], [role=menuitem], [role=menuitemcheckbox], [role=slider], [role=tab]'

    const isWithinSentence = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false
      const words = [...(element.parentElement?.childNodes ?? [])]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
      return words.join('') !== '' || element.closest('.prose') !== null
    }

    const hits = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y)
      if (hit === null) return false
      if (element.contains(hit)) return true
      const labels = (element as HTMLInputElement).labels ?? []
      return [...labels].some((label) => label.contains(hit))
    }

    /** How many pixels the hit area extends in one direction. */
    const countSteps = (element: Element, from: Point, step: Point) => {
      let steps = 0
      const isInside = (n: number) => hits(element, from.x + step.x * n, from.y + step.y * n)
      while (steps < minPixels && isInside(steps + 1)) steps++
      return steps
    }

    const middleOf = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

    /** Whether the hit area is large enough in every direction. Tests only every fourth pixel, for speed. */
    const isLarge = (element: Element) => {
      const box = element.getClientRects()[0]
      if (box === undefined) return false
      const { x, y } = middleOf(box)
      // Tolerates one pixel of rounding, like the exact measurement.
      const reach = Math.floor((minPixels - 1) / 2)
      const isHit = (n: number) =>
        hits(element, x + n, y) &&
        hits(element, x - n, y) &&
        hits(element, x, y + n) &&
        hits(element, x, y - n)
      for (let n = reach; n >= 0; n -= 4) if (!isHit(n)) return false
      return true
    }

    const scrollToCenter = (element: Element) => {
      if (congratulation !== null)
        congratulation.style.visibility = congratulation.contains(element) ? '' : 'hidden'
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    }

    const isMeasured = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.matches(':disabled') &&
      element.closest('[inert], .sr-only') === null &&
      !isWithinSentence(element)

    // Covers the end of a page until it is closed.
    const congratulation = document.querySelector<HTMLElement>('.congratulation')

    /** Null for elements that are covered or only one pixel in size. */
    const sizeOf = (element: Element) => {
      const box = element.getClientRects()[0]
      if (box === undefined || box.width <= 1 || box.height <= 1) return null
      const middle = middleOf(box)
      if (!hits(element, middle.x, middle.y)) return null
      const along = (step: Point) =>
        1 +
        countSteps(element, middle, step) +
        countSteps(element, middle, { x: -step.x, y: -step.y })
      return { width: along({ x: 1, y: 0 }), height: along({ x: 0, y: 1 }) }
    }

    const elements = [...document.querySelectorAll(interactive)].filter(isMeasured)
    const small = elements.flatMap((element) => {
      if (isLarge(element)) return []
      scrollToCenter(element)
      if (isLarge(element)) return []
      const size = sizeOf(element)
      // Tolerate one pixel of rounding.
      if (size === null || Math.min(size.width, size.height) >= minPixels - 1) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      return `${size.width}×${size.height} ${element.tagName.toLowerCase()} “${name}”`
    })
    if (congratulation !== null) congratulation.style.visibility = ''
    return small
  }, minSize)
}

type Point = { x: number; y: number }
