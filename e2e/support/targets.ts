import type { Page } from '@playwright/test'

/**
 * Every control that is smaller than it should be to be hit, as `width×height what`. Measured by asking
 * the browser what lies under points around the middle of it, so that grown hit areas, labels and
 * neighbours that lie above count as they do for a finger. Links within a sentence are let off.
 */
export async function smallTargets(page: Page, smallest: number): Promise<string[]> {
  return page.evaluate((least) => {
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

    const belongsTo = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y)
      if (hit === null) return false
      if (element.contains(hit)) return true
      const labels = (element as HTMLInputElement).labels ?? []
      return [...labels].some((label) => label.contains(hit))
    }

    /** How far a target reaches from a point on, towards one side. */
    const reach = (element: Element, from: Point, step: Point) => {
      let steps = 0
      const isInside = (n: number) => belongsTo(element, from.x + step.x * n, from.y + step.y * n)
      while (steps < least && isInside(steps + 1)) steps++
      return steps
    }

    const isMeasured = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.matches(':disabled') &&
      element.closest('[inert], .sr-only') === null &&
      !isWithinSentence(element)

    /** Null for what is not there to be hit: hidden behind something, or one pixel of it. */
    const sizeOf = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = element.getClientRects()[0]
      if (box === undefined || box.width <= 1 || box.height <= 1) return null
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      if (!belongsTo(element, middle.x, middle.y)) return null
      const along = (step: Point) =>
        1 + reach(element, middle, step) + reach(element, middle, { x: -step.x, y: -step.y })
      return { width: along({ x: 1, y: 0 }), height: along({ x: 0, y: 1 }) }
    }

    return [...document.querySelectorAll(interactive)].filter(isMeasured).flatMap((element) => {
      const size = sizeOf(element)
      // One pixel for where a middle falls between two.
      if (size === null || Math.min(size.width, size.height) >= least - 1) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      return `${size.width}×${size.height} ${element.tagName.toLowerCase()} “${name}”`
    })
  }, smallest)
}

type Point = { x: number; y: number }
