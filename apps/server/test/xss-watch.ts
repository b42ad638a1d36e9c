import type { Page } from '../../../e2e/support/browser.ts'

/** Scripts that ran, external requests, and elements that could run. */
export type Findings = string[]

/** Records dialogs and requests to other origins. */
export async function watchForScripts(page: Page, origin: string): Promise<Findings> {
  const findings: Findings = []
  page.on('dialog', (dialog) => {
    findings.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.route(
    (url) => url.origin !== origin,
    async (route) => {
      findings.push(`request ${route.request().url()}`)
      await route.abort()
    },
  )
  return findings
}

/** Triggers events on all elements and lists dangerous ones. */
export function attack(page: Page): Promise<Findings> {
  return page.evaluate(() => {
    const problems: string[] = []
    const urlAttributes = new Set([
      'href',
      'src',
      'action',
      'formaction',
      'xlink:href',
      'data',
      'srcdoc',
    ])
    const scriptProtocols = new Set(['javascript:', 'vbscript:', 'data:'])
    const protocolOf = (value: string) => URL.parse(value, location.href)?.protocol ?? ''
    const isBad = ({ name, value }: Attr) =>
      name.startsWith('on') ||
      name === 'srcdoc' ||
      (urlAttributes.has(name) && scriptProtocols.has(protocolOf(value)))
    const preventDefault = (event: Event) => event.preventDefault()
    for (const name of ['click', 'submit', 'auxclick'])
      addEventListener(name, preventDefault, { capture: true })
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
      removeEventListener(name, preventDefault, { capture: true })
    return problems
  })
}
