import { describe, expect, it } from 'vitest'
import { mostAlike } from './related.rules.ts'

const of = (id: string, title: string, tagWeight = 0.2) => ({ id, title, tagWeight })

describe('the questions most like one', () => {
  it.each([
    [
      'have rarer tags',
      'Bread',
      [of('common', 'Oven', 0.2), of('rare', 'Oven', 0.9)],
      ['rare', 'common'],
    ],
    [
      'share words of the title, however they are written',
      'Why does SOURDOUGH collapse?',
      [of('other', 'Which pan to use'), of('same', 'sourdough starter')],
      ['same', 'other'],
    ],
    [
      'share words that few have rather than words that most have',
      'How do I feed a starter?',
      [
        of('how', 'How do I clean a pan?'),
        of('do', 'How do I use a scale?'),
        of('feed', 'When to feed it'),
        of('a', 'How do I buy a mill?'),
      ],
      ['feed', 'how', 'do', 'a'],
    ],
    [
      'share words in a script without spaces',
      '如何保存酵母',
      [of('other', '烤箱温度'), of('same', '酵母可以冷冻吗')],
      ['same', 'other'],
    ],
    ['stay as they come when they are equal', 'Bread', [of('1', 'x'), of('2', 'y')], ['1', '2']],
    ['may be none', 'Bread', [], []],
  ])('%s', (_name, title, candidates, expected) => {
    expect(mostAlike(title, candidates, 6).map(({ id }) => id)).toEqual(expected)
  })

  it('are no more than were asked for', () => {
    expect(mostAlike('Bread', [of('1', 'x'), of('2', 'y')], 1)).toEqual([of('1', 'x')])
  })
})
