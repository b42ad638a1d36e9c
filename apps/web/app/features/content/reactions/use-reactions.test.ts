import { describe, expect, it } from 'vitest'
import { applyReaction } from './use-reactions.ts'

const heart = { emoji: 'heart', count: 2, tooltip: 'Ada, Ben', is_active: false } as const
const frown = { emoji: 'frown', count: 1, tooltip: 'Ada', is_active: true } as const

describe('applyReaction', () => {
  it('adds to an existing reaction, once', () => {
    const change = { emoji: 'heart', isActive: true } as const
    const next = [{ ...heart, count: 3, is_active: true }]
    expect(applyReaction([heart], change)).toEqual(next)
    expect(applyReaction(next, change)).toBe(next)
  })

  it('inserts a new reaction in the fixed order', () => {
    const list = applyReaction([heart, frown], { emoji: 'smile', isActive: true })
    expect(list.map(({ emoji }) => emoji)).toEqual(['heart', 'smile', 'frown'])
    expect(list[1]).toMatchObject({ count: 1, is_active: true })
  })

  it('removes a reaction whose count drops to zero, once', () => {
    const change = { emoji: 'frown', isActive: false } as const
    expect(applyReaction([heart, frown], change)).toEqual([heart])
    expect(applyReaction([heart], change)).toEqual([heart])
  })
})
