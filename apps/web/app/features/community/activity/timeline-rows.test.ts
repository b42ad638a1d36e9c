import type { Timeline, TimelineRow } from '@stoa/contract/features/activity'
import { expect, it } from 'vitest'
import { canRollBackTo, isExpandable } from './timeline-rows.ts'

const question = { object_type: 'question', can_roll_back: true, version: 2 } as const
const reader = { ...question, can_roll_back: false }
const answer = { ...question, object_type: 'answer' } as const
const rowOf = (object_type: TimelineRow['object_type'], version: number) =>
  ({ object_type, version, revision_id: version === 0 ? '0' : '7' }) as TimelineRow

it.each([
  ['an older version', question, rowOf('question', 1), [true, true]],
  ['the current version', question, rowOf('question', 2), [true, false]],
  ['an older version, without the right to edit', reader, rowOf('question', 1), [true, false]],
  ['an answer to the question', question, rowOf('answer', 1), [false, false]],
  ['an older version of an answer', answer, rowOf('answer', 1), [true, true]],
  ['a row without a revision', question, rowOf('question', 0), [false, false]],
] as const)('isExpandable and canRollBackTo for %s', (_name, info, row, expected) => {
  const object = info as Timeline['object_info']
  expect([isExpandable(row, object), canRollBackTo(row, object)]).toEqual(expected)
})
