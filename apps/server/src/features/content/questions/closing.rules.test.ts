import { describe, expect, it } from 'vitest'
import { canBeDuplicateOf } from './closing.rules.ts'

const id = '10010000000000001'

describe('closing rules', () => {
  it.each([
    [undefined, 'duplicate.not_a_question'],
    [{ id, status: 1, isDuplicate: false }, 'duplicate.itself'],
    [{ id: '2', status: 1, isDuplicate: false }, 'ok'],
    [{ id: '2', status: 2, isDuplicate: false }, 'ok'],
    [{ id: '2', status: 2, isDuplicate: true }, 'duplicate.of_duplicate'],
    [{ id: '2', status: 10, isDuplicate: false }, 'duplicate.not_a_question'],
    [{ id: '2', status: 11, isDuplicate: false }, 'duplicate.not_a_question'],
  ])('canBeDuplicateOf: %o: %s', (target, expected) => {
    const verdict = canBeDuplicateOf(id, target)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })
})
