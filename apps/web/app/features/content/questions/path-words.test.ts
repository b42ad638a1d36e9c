import { expect, it } from 'vitest'
import { toPathWords } from './path-words.ts'

it.each([
  ['/questions/10010000000000999/how-to-sharpen-a-chisel', 'how to sharpen a chisel'],
  ['/tags/left-join', 'left join'],
  ['/users/nobody', 'nobody'],
  ['/no/such/page.html', 'no such page'],
  ['/questions/17', ''],
  ['/tags/users', 'users'],
  ['/%D8%B3%D8%A4%D8%A7%D9%84', 'سؤال'],
  ['/%E0%A4%A', 'E0 A4 A'],
  [`/${'word-'.repeat(20)}`, 'word word word word word word word word'],
])('toPathWords of %s', (path, words) => {
  expect(toPathWords(path)).toBe(words)
})
