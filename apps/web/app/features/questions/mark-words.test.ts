import { expect, it } from 'vitest'
import { markWords } from './mark-words.ts'

const marked = (title: string, typed: string) =>
  markWords(title, typed)
    .filter(({ isMarked }) => isMarked)
    .map(({ text }) => text)

it('marks words that begin like typed ones, and leaves the short', () => {
  const title = 'Is the grey liquid on an unfed sourdough starter a sign?'
  expect(marked(title, 'the Starters of sourdoughs')).toEqual(['sourdough', 'starter'])
  expect(marked('Где мои ключи?', 'ключики')).toEqual(['ключи'])
  expect(marked(title, '')).toEqual([])
})

it('loses nothing of the title', () => {
  const title = ' “Why” – or: what? '
  expect(
    markWords(title, 'what')
      .map(({ text }) => text)
      .join(''),
  ).toBe(title)
})
