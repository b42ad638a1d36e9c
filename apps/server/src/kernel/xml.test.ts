import { describe, expect, it } from 'vitest'
import { xmlText } from './xml.ts'

describe('text in XML', () => {
  it.each([
    ['signs of markup are escaped', `<a href="x">&'`, '&lt;a href=&quot;x&quot;&gt;&amp;&apos;'],
    ['what closes a section is no end of anything', ']]>', ']]&gt;'],
    ['control characters are left out', 'a\u0000b\u0008c\u001Bd\uFFFE\uFFFFe', 'abcde'],
    ['line ends and tabs stay', 'a\tb\nc\rd', 'a\tb\nc\rd'],
    ['halves of a pair are left out, whole pairs stay', '\uD83D \uDE00 \u{1F600}', '  \u{1F600}'],
  ])('%s', (_name, text, expected) => {
    expect(xmlText(text)).toBe(expected)
  })
})
