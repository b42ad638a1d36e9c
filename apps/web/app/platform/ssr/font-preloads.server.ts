import interItalic from '../../../fonts/inter-italic-core.woff2?url'
import inter from '../../../fonts/inter-core.woff2?url'
import mono from '../../../fonts/mono-core.woff2?url'
import serifItalic from '../../../fonts/serif-italic-core.woff2?url'
import serif from '../../../fonts/serif-600-core.woff2?url'

const fontOfElement: [start: string, href: string][] = [
  ['<code', mono],
  ['<blockquote', serifItalic],
  ['<em>', interItalic],
]

/** Links to the fonts of the first paint: two of every page, and those of elements that the page contains. */
export function fontPreloads(page: Buffer): string {
  const used = fontOfElement.filter(([start]) => page.includes(start)).map(([, href]) => href)
  return [inter, serif, ...used].map(toLink).join('')
}

function toLink(href: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="${href}"/>`
}
