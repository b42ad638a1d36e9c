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

    const reach = (element: Element, x: number, y: number, dx: number, dy: number) => {
      let steps = 0
      while (steps < least && belongsTo(element, x + dx * (steps + 1), y + dy * (steps + 1)))
        steps++
      return steps
    }

    const found: string[] = []
    for (const element of document.querySelectorAll(interactive)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if ((element as HTMLButtonElement).disabled || element.closest('[inert], .sr-only')) continue
      if (isWithinSentence(element)) continue
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = element.getClientRects()[0]
      if (box === undefined || box.width <= 1 || box.height <= 1) continue
      const x = box.x + box.width / 2
      const y = box.y + box.height / 2
      if (!belongsTo(element, x, y)) continue
      const width = 1 + reach(element, x, y, 1, 0) + reach(element, x, y, -1, 0)
      const height = 1 + reach(element, x, y, 0, 1) + reach(element, x, y, 0, -1)
      // One pixel for where a middle falls between two.
      if (width >= least - 1 && height >= least - 1) continue
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      found.push(`${width}×${height} ${element.tagName.toLowerCase()} “${name}”`)
    }
    return found
  }, smallest)
}
