import { describe, expect, it } from 'vitest'
import { canHaveTags, canStart, canStop, canUndo, changeTags } from './bulk-actions.rules.ts'

describe('canStart', () => {
  it.each([
    ['question', 'close', {}, true],
    ['question', 'change_tags', { addTags: ['a'] }, true],
    ['question', 'change_tags', {}, 'bulk.no_tags'],
    ['question', 'delete_permanently', {}, 'bulk.reason_required'],
    ['question', 'delete_permanently', { reason: 'Spam' }, true],
    ['answer', 'delete', {}, true],
    ['answer', 'close', {}, 'bulk.not_for_answers'],
    ['answer', 'unlist', {}, 'bulk.not_for_answers'],
  ] as const)('%s %s %j: %s', (objectType, action, parameters, expected) => {
    const verdict = canStart({ objectType, action, parameters: { ...parameters } })
    expect(verdict.ok || verdict.code).toBe(expected)
  })
})

describe('canUndo', () => {
  const ended = {
    action: 'delete',
    state: 'done',
    done: 1,
    undoesId: null,
    isUndone: false,
  } as const
  it.each([
    [{}, true],
    [{ state: 'stopped' }, true],
    [{ state: 'running' }, 'bulk.running'],
    [{ done: 0 }, 'bulk.cannot_undo'],
    [{ undoesId: '1' }, 'bulk.cannot_undo'],
    [{ action: 'delete_permanently' }, 'bulk.cannot_undo'],
    [{ isUndone: true }, 'bulk.undone'],
  ] as const)('%j: %s', (change, expected) => {
    const verdict = canUndo({ ...ended, ...change })
    expect(verdict.ok || verdict.code).toBe(expected)
  })
})

it('stops only what is running', () => {
  expect(canStop({ state: 'running' }).ok).toBe(true)
  expect(canStop({ state: 'done' }).ok).toBe(false)
})

it('removes tags before it adds others', () => {
  expect(changeTags(['a', 'b'], { addTags: ['c', 'b'], removeTags: ['a'] })).toEqual(['b', 'c'])
  expect(changeTags(['a'], { removeTags: ['a'] })).toEqual([])
})

it.each([
  [0, 'bulk.no_tags_left'],
  [1, true],
  [5, true],
  [6, 'bulk.too_many_tags'],
])('allows %i tags: %s', (count, expected) => {
  const verdict = canHaveTags(Array.from({ length: count }, (_, n) => `tag${n}`))
  expect(verdict.ok || verdict.code).toBe(expected)
})
