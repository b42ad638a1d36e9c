import { expect, it } from 'vitest'
import { splitHighlights } from './highlights.ts'

it('splitHighlights splits an excerpt and decodes its entities', () => {
  expect(
    splitHighlights('a <mark>c++</mark> &lt;b&gt; &amp;amp; <mark>&quot;x&#39;</mark>'),
  ).toEqual([
    { text: 'a ', isMatch: false },
    { text: 'c++', isMatch: true },
    { text: ' <b> &amp; ', isMatch: false },
    { text: `"x'`, isMatch: true },
  ])
  expect(splitHighlights('')).toEqual([])
  expect(splitHighlights('no match')).toEqual([{ text: 'no match', isMatch: false }])
})
