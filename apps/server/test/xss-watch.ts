import type { Page } from '../../../e2e/support/browser.ts'

/** What ran, was asked for elsewhere, or stands in a page and could run. */
export type Findings = string[]

/** Notes every dialog and every request that leaves the site. */
export async function watchForScripts(page: Page, origin: string): Promise<Findings> {
  const found: Findings = []
  page.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.route(
    (url) => url.origin !== origin,
    async (route) => {
      found.push(`request ${route.request().url()}`)
      await route.abort()
    },
  )
  return found
}

/** Touches everything a reader could touch, and looks for what would run if it were. */
export function attack(page: Page): Promise<Findings> {
  return page.evaluate(() => {
    const problems: string[] = []
    const isAddress = new Set([
      'href',
      'src',
      'action',
      'formaction',
      'xlink:href',
      'data',
      'srcdoc',
    ])
    const runs = new Set(['javascript:', 'vbscript:', 'data:'])
    const protocolOf = (value: string) => URL.parse(value, location.href)?.protocol ?? ''
    const isBad = ({ name, value }: Attr) =>
      name.startsWith('on') ||
      name === 'srcdoc' ||
      (isAddress.has(name) && runs.has(protocolOf(value)))
    const stay = (event: Event) => event.preventDefault()
    for (const name of ['click', 'submit', 'auxclick'])
      addEventListener(name, stay, { capture: true })
    for (const element of document.querySelectorAll('*')) {
      const bad = [...element.attributes].filter(isBad)
      problems.push(...bad.map(({ name, value }) => `${element.tagName} ${name}=${value}`))
      if (
        element.matches('iframe, object, embed, base, form[action*="//"], main script:not([type])')
      ) {
        problems.push(`<${element.tagName.toLowerCase()}>`)
      }
    }
    for (const element of document.querySelectorAll('main .prose *, main h1 *, main li *')) {
      for (const name of ['mouseover', 'pointerover', 'focus', 'toggle', 'load', 'error']) {
        element.dispatchEvent(new Event(name))
      }
    }
    for (const name of ['click', 'submit', 'auxclick'])
      removeEventListener(name, stay, { capture: true })
    return problems
  })
}
