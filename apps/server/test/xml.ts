import { expect } from 'vitest'

const entity = /&(?:amp|lt|gt|quot|apos);/g
const tag = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/y

/** Checks that tags match and text is escaped. */
export function expectWellFormed(document: string) {
  const head = '<?xml version="1.0" encoding="utf-8"?>\n'
  expect(document.startsWith(head)).toBe(true)
  expect(document).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/)
  expect(document.replaceAll(entity, '')).not.toContain('&')
  const open: string[] = []
  for (let at = head.length; at < document.length;) {
    if (document[at] !== '<') {
      at++
      continue
    }
    tag.lastIndex = at
    const match = tag.exec(document)
    if (match === null) throw new Error(`no tag at: ${document.slice(at, at + 60)}`)
    const [whole, slash, name = '', , isEmpty] = match
    if (slash === '/') expect(open.pop()).toBe(name)
    else if (isEmpty === '') open.push(name)
    at += whole.length
  }
  expect(open).toEqual([])
}
