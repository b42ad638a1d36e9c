import { expect, it } from 'vitest'
import { highlightWords } from './highlight-words.ts'

const getHighlighted = (title: string, input: string) =>
  highlightWords(title, input)
    .filter(({ isHighlighted }) => isHighlighted)
    .map(({ text }) => text)

it('highlightWords highlights words with a common prefix, except short ones', () => {
  const title = 'Is the grey liquid on an unfed sourdough starter a sign?'
  expect(getHighlighted(title, 'the Starters of sourdoughs')).toEqual(['sourdough', 'starter'])
  expect(getHighlighted('Где мои ключи?', 'ключики')).toEqual(['ключи'])
  expect(getHighlighted(title, '')).toEqual([])
})

it('highlightWords keeps the whole title', () => {
  const title = ' “Why” – or: what? '
  expect(
    highlightWords(title, 'what')
      .map(({ text }) => text)
      .join(''),
  ).toBe(title)
})
