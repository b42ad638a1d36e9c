import type { WaveState } from '@stoa/contract/features/waves'
import { describe, expect, it } from 'vitest'
import {
  canChangeAccounts,
  canDismiss,
  canRemove,
  canRestore,
  canStop,
  pickMainNetworks,
} from './waves.rules.ts'

const now = new Date('2026-03-08T12:00:00Z')
const later = new Date('2026-03-09T12:00:00Z')

type Row = [WaveState, Date | null, ...(string | true)[]]

describe('what may be done with a wave', () => {
  // prettier-ignore
  const table: Row[] = [
    // state, undo until, remove, dismiss, accounts, stop, restore
    ['open', null, true, true, true, 'wave.not_running', 'wave.nothing_removed'],
    ['open', later, true, 'wave.decided', true, 'wave.not_running', true],
    ['removing', later, 'wave.busy', 'wave.busy', 'wave.busy', true, 'wave.busy'],
    ['restoring', later, 'wave.busy', 'wave.busy', 'wave.busy', true, 'wave.busy'],
    ['removed', later, 'wave.decided', 'wave.decided', 'wave.decided', 'wave.not_running', true],
    ['removed', now, 'wave.decided', 'wave.decided', 'wave.decided', 'wave.not_running', 'wave.undo_expired'],
    ['dismissed', null, true, 'wave.decided', 'wave.decided', 'wave.not_running', 'wave.nothing_removed'],
  ]

  it.each(table)('%s, undo until %s', (state, undoUntil, ...expected) => {
    const wave = { state, undoUntil }
    const verdicts = [
      canRemove(wave),
      canDismiss(wave),
      canChangeAccounts(wave),
      canStop(wave),
      canRestore(wave, now),
    ]
    expect(verdicts.map((verdict) => (verdict.ok ? true : verdict.code))).toEqual(expected)
  })
})

describe('pickMainNetworks', () => {
  const toShares = (counts: number[]) => counts.map((posts, i) => ({ name: `n${i}`, posts }))

  it.each([
    [[], 0],
    [[10], 1],
    [[40, 30, 14, 4, 4, 4, 2, 1, 1], 3],
    [[1, 1, 1, 1, 1], 4],
  ])('%j: %i networks sent 80 percent', (counts, expected) => {
    const total = counts.reduce((sum, posts) => sum + posts, 0)
    expect(pickMainNetworks(toShares(counts), total)).toHaveLength(expected)
  })
})
