import { expect, it } from 'vitest'
import { toToggled } from './use-reactions.ts'

const heart = { emoji: 'heart', count: 2, tooltip: 'Ada, Ben', is_active: false } as const
const frown = { emoji: 'frown', count: 1, tooltip: 'Ada', is_active: true } as const

it('adds to what is there', () => {
  expect(toToggled([heart], 'heart')).toEqual([{ ...heart, count: 3, is_active: true }])
})

it('puts a new one in its place', () => {
  const list = toToggled([heart, frown], 'smile')
  expect(list.map(({ emoji }) => emoji)).toEqual(['heart', 'smile', 'frown'])
  expect(list[1]).toMatchObject({ count: 1, is_active: true })
})

it('takes the last one away', () => {
  expect(toToggled([heart, frown], 'frown')).toEqual([heart])
})
