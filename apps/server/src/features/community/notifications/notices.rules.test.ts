import { type NotificationKind, notificationKinds } from '@stoa/contract/features/notifications'
import { describe, expect, it } from 'vitest'
import {
  anonymousKinds,
  hiddenOccasions,
  kindsAfterDeletion,
  type Notice,
  notices,
  type Occasion,
  occasionOfVote,
} from './notices.rules.ts'

const rows: [Occasion, readonly Notice[]][] = Object.entries(notices) as never
const kindsIn = (list: readonly Notice[]) => list.map(([, kind]) => kind)

describe('notices', () => {
  it('use every kind, except that of the ledger', () => {
    const used = new Set(rows.flatMap(([, list]) => kindsIn(list)))
    const all = Object.keys(notificationKinds) as NotificationKind[]
    expect(all.filter((kind) => !used.has(kind))).toEqual(['reputation'])
  })

  it.each(rows)('%s names each relation once', (_occasion, list) => {
    const relations = list.map(([to]) => to)
    expect(new Set(relations).size).toBe(relations.length)
  })

  it('about hidden content go to those who wrote or flagged it, and name nobody', () => {
    const hidden = rows.filter(([occasion]) => hiddenOccasions.includes(occasion))
    const relations = new Set(hidden.flatMap(([, list]) => list.map(([to]) => to)))
    expect([...relations].toSorted()).toEqual(['asker', 'author', 'flagger'])
    const kinds = hidden.flatMap(([, list]) => kindsIn(list))
    expect(kinds.filter((kind) => !anonymousKinds.includes(kind))).toEqual([])
    expect(kinds.toSorted()).toEqual([...kindsAfterDeletion].toSorted())
  })
})

describe('occasionOfVote', () => {
  it.each([
    ['question', 1, 'question_voted_up'],
    ['question', -1, 'question_voted_down'],
    ['answer', 1, 'answer_voted_up'],
    ['answer', -1, 'answer_voted_down'],
    ['comment', 1, 'comment_voted_up'],
    ['comment', -1, null],
  ] as const)('of a %s, %i', (type, value, expected) => {
    expect(occasionOfVote(type, value)).toBe(expected)
  })
})
