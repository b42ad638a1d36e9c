import { describe, expect, it } from 'vitest'
import { groupSamples } from './samples.rules.ts'

describe('groupSamples', () => {
  const post = (objectId: string, ...signature: number[]) => ({ objectId, signature })

  it('groups similar texts, largest group first', () => {
    const posts = [
      post('a', 9, 9, 9, 9),
      post('b', 1, 2, 3, 4),
      post('c', 1, 2, 3, 4),
      post('d', 1, 2, 3, 5),
    ]
    expect(groupSamples(posts, 5)).toEqual([
      { objectId: 'b', copies: 3, likeness: 75 },
      { objectId: 'a', copies: 1, likeness: 100 },
    ])
  })

  it('puts a text into the group that it is most alike', () => {
    const posts = [post('a', 1, 2, 3, 4), post('b', 1, 9, 8, 7), post('c', 1, 9, 8, 4)]
    expect(groupSamples(posts, 5)[0]).toEqual({ objectId: 'b', copies: 2, likeness: 75 })
  })

  it('never compares with more than a few groups', () => {
    const posts = Array.from({ length: 1000 }, (_, i) => post(String(i), i, i, i, i))
    expect(groupSamples(posts, 5)).toHaveLength(5)
  })
})
