import { expect, it } from 'vitest'
import { splitMarks } from './marks.ts'

it('takes an excerpt apart and gives its signs back', () => {
  expect(splitMarks('a <mark>c++</mark> &lt;b&gt; &amp;amp; <mark>&quot;x&#39;</mark>')).toEqual([
    { text: 'a ', isMarked: false },
    { text: 'c++', isMarked: true },
    { text: ' <b> &amp; ', isMarked: false },
    { text: `"x'`, isMarked: true },
  ])
  expect(splitMarks('')).toEqual([])
  expect(splitMarks('no match')).toEqual([{ text: 'no match', isMarked: false }])
})
