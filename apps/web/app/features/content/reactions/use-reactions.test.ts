import { describe, expect, it } from 'vitest'
import { toggleReaction } from './use-reactions.ts'

const heart = { emoji: 'heart', count: 2, tooltip: 'Ada, Ben', is_active: false } as const
const frown = { emoji: 'frown', count: 1, tooltip: 'Ada', is_active: true } as const

describe('toggleReaction', () => {
  it('adds to an existing reaction', () => {
    expect(toggleReaction([heart], 'heart')).toEqual([{ ...heart, count: 3, is_active: true }])
  })

  it('inserts a new reaction in the fixed order', () => {
    const list = toggleReaction([heart, frown], 'smile')
    expect(list.map(({ emoji }) => emoji)).toEqual(['heart', 'smile', 'frown'])
    expect(list[1]).toMatchObject({ count: 1, is_active: true })
  })

  it('removes a reaction whose count drops to zero', () => {
    expect(toggleReaction([heart, frown], 'frown')).toEqual([heart])
  })
})
