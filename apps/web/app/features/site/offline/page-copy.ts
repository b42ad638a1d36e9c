// Copies of pages as plain documents without scripts. They are built with DOM methods, so that no text becomes markup.

export type SavedQuestion = { path: string; title: string }

/** What works only with scripts or a connection, and what the reader is writing. */
const leftOut = [
  'script, template, form, button, textarea, [contenteditable], #answer-form',
  'dialog, [role=dialog], [popover], .live-overlay, iframe, video, audio',
  // Editing and history.
  'a[href^="/posts/"]',
].join(', ')

/** The main part of the page with a notice above it. */
export function toCopy(page: Document, texts: { notice: string; link: string }): string {
  const copy = createDocument(page, page.title)
  const box = copy.createElement('div')
  box.className = 'shell layout'
  const main = page.querySelector('main')
  if (main !== null) box.append(copy.importNode(main, true))
  for (const element of box.querySelectorAll(leftOut)) element.remove()
  const notice = append(
    copy.createElement('p'),
    `${texts.notice} `,
    linkTo(copy, '/offline', texts.link),
  )
  copy.body.append(toSection(copy, notice), box)
  return serialize(copy)
}

type OfflineTexts = { title: string; text: string; saved: string; retry: string }

export function toOfflinePage(
  page: Document,
  questions: readonly SavedQuestion[],
  texts: OfflineTexts,
): string {
  const copy = createDocument(page, texts.title)
  const section = toSection(
    copy,
    append(copy.createElement('h1'), texts.title),
    append(copy.createElement('p'), `${texts.text} `, linkTo(copy, '', texts.retry)),
  )
  if (questions.length > 0) {
    const list = copy.createElement('ul')
    for (const { path, title } of questions)
      list.append(append(copy.createElement('li'), linkTo(copy, path, title)))
    section.append(append(copy.createElement('h2'), texts.saved), list)
  }
  copy.body.append(section)
  return serialize(copy)
}

/** An empty document that looks like the page: same language, theme and styles. */
function createDocument(page: Document, title: string): Document {
  const copy = page.implementation.createHTMLDocument('')
  copy.title = title
  for (const { name, value } of page.documentElement.attributes)
    copy.documentElement.setAttribute(name, value)
  const viewport = Object.assign(copy.createElement('meta'), {
    name: 'viewport',
    content: 'width=device-width, initial-scale=1',
  })
  copy.head.append(viewport)
  for (const style of page.querySelectorAll('link[rel=stylesheet], style'))
    copy.head.append(copy.importNode(style, true))
  copy.body.className = 'min-h-dvh'
  return copy
}

function toSection(copy: Document, ...children: Node[]) {
  const section = copy.createElement('div')
  section.className = 'shell prose py-4'
  return append(section, ...children)
}

function linkTo(copy: Document, href: string, text: string) {
  const link = append(copy.createElement('a'), text)
  link.setAttribute('href', href)
  // Titles may be in another language.
  link.dir = 'auto'
  return link
}

function append<E extends Element>(element: E, ...children: (Node | string)[]): E {
  element.append(...children)
  return element
}

const serialize = (copy: Document) => `<!doctype html>\n${copy.documentElement.outerHTML}`
