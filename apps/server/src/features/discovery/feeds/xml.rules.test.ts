import { describe, expect, it } from 'vitest'
import { escapeXml } from './xml.rules.ts'

describe('escapeXml', () => {
  it.each([
    ['escapes markup characters', `<a href="x">&'`, '&lt;a href=&quot;x&quot;&gt;&amp;&apos;'],
    ['escapes the end of a CDATA section', ']]>', ']]&gt;'],
    ['removes control characters', 'a\u0000b\u0008c\u001Bd\uFFFE\uFFFFe', 'abcde'],
    ['keeps line breaks and tabs', 'a\tb\nc\rd', 'a\tb\nc\rd'],
    ['removes lone surrogates and keeps pairs', '\uD83D \uDE00 \u{1F600}', '  \u{1F600}'],
  ])('%s', (_name, text, expected) => {
    expect(escapeXml(text)).toBe(expected)
  })
})
