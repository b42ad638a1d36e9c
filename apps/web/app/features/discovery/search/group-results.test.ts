import type { SearchItem } from '@stoa/contract/features/search'
import { expect, it } from 'vitest'
import { groupResults } from './group-results.ts'

/** `q1` is a question, `a1.2` the second answer to it. */
function toItem(name: string): SearchItem {
  const type = name.startsWith('q') ? 'question' : 'answer'
  const question_id = `q${name.slice(1).split('.')[0]}`
  return { object_type: type, object: { id: name, question_id } } as SearchItem
}

const group = (names: string, order: 'relevance' | 'newest') =>
  groupResults(names.split(' ').map(toItem), order).map(({ head, answers }) =>
    [head, ...answers].map(({ object }) => object.id).join(' '),
  )

it('groups the answers of a page under their question', () => {
  expect(group('a1.1 q2 q1 a1.2 a2.1', 'relevance')).toEqual(['q1 a1.1 a1.2', 'q2 a2.1'])
})

it('groups answers without their question under the first of them', () => {
  expect(group('a1.1 a1.2 q2', 'relevance')).toEqual(['a1.1 a1.2', 'q2'])
})

it('keeps other orders and groups neighbors only', () => {
  expect(group('a1.1 q1 q2 a1.2', 'newest')).toEqual(['q1 a1.1', 'q2', 'a1.2'])
})
