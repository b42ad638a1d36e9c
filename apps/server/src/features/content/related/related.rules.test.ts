import { describe, expect, it } from 'vitest'
import { rankBySimilarity } from './related.rules.ts'

const candidate = (id: string, title: string, tagWeight = 0.2) => ({ id, title, tagWeight })

describe('rankBySimilarity', () => {
  it.each([
    [
      'prefers rare tags',
      'Bread',
      [candidate('common', 'Oven', 0.2), candidate('rare', 'Oven', 0.9)],
      ['rare', 'common'],
    ],
    [
      'prefers shared title words, ignoring case',
      'Why does SOURDOUGH collapse?',
      [candidate('other', 'Which pan to use'), candidate('same', 'sourdough starter')],
      ['same', 'other'],
    ],
    [
      'prefers rare words over common ones',
      'How do I feed a starter?',
      [
        candidate('how', 'How do I clean a pan?'),
        candidate('do', 'How do I use a scale?'),
        candidate('feed', 'When to feed it'),
        candidate('a', 'How do I buy a mill?'),
      ],
      ['feed', 'how', 'do', 'a'],
    ],
    [
      'finds shared words in a script without spaces',
      '如何保存酵母',
      [candidate('other', '烤箱温度'), candidate('same', '酵母可以冷冻吗')],
      ['same', 'other'],
    ],
    [
      'keeps the order of equal candidates',
      'Bread',
      [candidate('1', 'x'), candidate('2', 'y')],
      ['1', '2'],
    ],
    ['returns nothing without candidates', 'Bread', [], []],
  ])('%s', (_name, title, candidates, expected) => {
    expect(rankBySimilarity(title, candidates, 6).map(({ id }) => id)).toEqual(expected)
  })

  it('returns at most `limit` candidates', () => {
    expect(rankBySimilarity('Bread', [candidate('1', 'x'), candidate('2', 'y')], 1)).toEqual([
      candidate('1', 'x'),
    ])
  })
})
