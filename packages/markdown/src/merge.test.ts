import { describe, expect, it } from 'vitest'
import { composeText, mergeLists, mergeTexts, mergeValue } from './merge.ts'

const text = (...lines: string[]) => lines.join('\n')
const base = text('a', 'b', 'c', 'd', 'e')

describe('mergeTexts', () => {
  it.each([
    ['no changes', base, base, base],
    ['my changes only', text('a', 'B', 'c', 'd', 'e'), base, text('a', 'B', 'c', 'd', 'e')],
    ['their changes only', base, text('a', 'c', 'd', 'e'), text('a', 'c', 'd', 'e')],
    [
      'separate changes',
      text('a', 'B', 'c', 'd', 'e'),
      text('a', 'b', 'c', 'd', 'E', 'f'),
      text('a', 'B', 'c', 'd', 'E', 'f'),
    ],
    [
      'changes in neighboring lines',
      text('a', 'B', 'c', 'd', 'e'),
      text('a', 'b', 'C', 'd', 'e'),
      text('a', 'B', 'C', 'd', 'e'),
    ],
    ['the same change', text('a', 'x', 'e'), text('a', 'x', 'e'), text('a', 'x', 'e')],
    ['changes at the start and the end', `0\n${base}`, `${base}\nz`, `0\n${base}\nz`],
  ])('merges %s', (_, mine, theirs, merged) => {
    const parts = mergeTexts(base, mine, theirs)
    expect(parts.some(({ kind }) => kind === 'conflict')).toBe(false)
    expect(composeText(parts, [])).toBe(merged)
  })

  it('reports a conflict only where both changed the same lines', () => {
    const parts = mergeTexts(base, text('A', 'mine', 'c', 'd', 'e'), text('a', 'theirs', 'c', 'd'))
    expect(parts).toEqual([
      { kind: 'conflict', mine: ['A', 'mine'], theirs: ['a', 'theirs'] },
      { kind: 'same', lines: ['c', 'd'] },
      { kind: 'theirs', lines: [] },
    ])
    expect(composeText(parts, ['mine'])).toBe(text('A', 'mine', 'c', 'd'))
    expect(composeText(parts, ['theirs'])).toBe(text('a', 'theirs', 'c', 'd'))
    expect(composeText(parts, ['both'])).toBe(text('A', 'mine', 'a', 'theirs', 'c', 'd'))
  })

  it('reports a conflict for a removal against a change, and for two insertions in one place', () => {
    const removed = mergeTexts(base, text('a', 'c', 'd', 'e'), text('a', 'B', 'c', 'd', 'e'))
    expect(removed[1]).toEqual({ kind: 'conflict', mine: [], theirs: ['B'] })
    const both = mergeTexts(base, `${base}\nx`, `${base}\ny`)
    expect(both.at(-1)).toEqual({ kind: 'conflict', mine: ['x'], theirs: ['y'] })
  })

  it('combines a long change with all changes that it overlaps', () => {
    const mine = text('x')
    const theirs = text('A', 'b', 'c', 'd', 'E')
    expect(mergeTexts(base, mine, theirs)).toEqual([
      { kind: 'conflict', mine: ['x'], theirs: ['A', 'b', 'c', 'd', 'E'] },
    ])
  })

  it('keeps all lines of both sides when both are chosen', () => {
    const mine = text('a', 'one', 'c', 'two', 'e', 'three')
    const theirs = text('zero', 'a', 'uno', 'c', 'd', 'e', 'tres')
    const merged = composeText(mergeTexts(base, mine, theirs), ['both', 'both', 'both', 'both'])
    for (const word of ['zero', 'one', 'uno', 'two', 'three', 'tres'])
      expect(merged.split('\n')).toContain(word)
  })
})

describe('mergeValue and mergeLists', () => {
  it.each([
    ['a', 'b', 'a', { kind: 'mine', lines: ['b'] }],
    ['a', 'a', 'c', { kind: 'theirs', lines: ['c'] }],
    ['a', 'b', 'b', { kind: 'mine', lines: ['b'] }],
    ['a', 'b', 'c', { kind: 'conflict', mine: ['b'], theirs: ['c'] }],
  ])('merges base %s, mine %s, theirs %s', (start, mine, theirs, part) => {
    expect(mergeValue(start, mine, theirs)).toEqual(part)
  })

  it('applies additions and removals of both sides to a list', () => {
    expect(mergeLists(['a', 'b'], ['a', 'b', 'c'], ['b', 'd'])).toEqual(['b', 'c', 'd'])
    expect(mergeLists(['a'], [], ['a', 'b'])).toEqual(['b'])
  })
})
