import { describe, expect, it } from 'vitest'
import { isValidTarget } from './drafts.rules.ts'

const question = '10010000000000001'
const answer = '10020000000000002'
const tag = '10030000000000003'

describe('isValidTarget', () => {
  it.each([
    ['question', '0', true],
    ['question', question, false],
    ['answer', question, true],
    ['answer', answer, false],
    ['answer', '0', false],
    ['edit', question, true],
    ['edit', answer, true],
    ['edit', tag, false],
    ['edit', '0', false],
  ] as const)('%s at %s: %s', (kind, object_id, expected) => {
    expect(isValidTarget({ kind, object_id })).toBe(expected)
  })
})
