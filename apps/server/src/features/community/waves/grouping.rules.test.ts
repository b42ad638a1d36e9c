import { describe, expect, it } from 'vitest'
import type { WaveState } from '@stoa/contract/features/waves'
import { chooseWave, mostCommonTarget } from './grouping.rules.ts'

const wave = (id: string, state: WaveState) => ({ id, state, undoUntil: null })

describe('chooseWave', () => {
  it.each<[string, WaveState[], string | null, string[]]>([
    ['none', [], null, []],
    ['the oldest open one, with the younger', ['open', 'open'], '1', ['2']],
    ['an open one before one that is being removed', ['removing', 'open'], '2', []],
    ['one that is being removed before a removed one', ['removed', 'removing'], '2', []],
    ['a removed one', ['removed'], '1', []],
    ['none that is restored or dismissed', ['restoring', 'dismissed'], null, []],
  ])('%s', (_name, states, joined, merged) => {
    const chosen = chooseWave(states.map((state, index) => wave(String(index + 1), state)))
    expect(chosen.joined?.id ?? null).toBe(joined)
    expect(chosen.merged.map(({ id }) => id)).toEqual(merged)
  })

  it('keeps one whose removal was stopped', () => {
    const stopped = { ...wave('2', 'open'), undoUntil: new Date() }
    expect(chooseWave([wave('1', 'open'), stopped]).merged).toEqual([])
  })

  it('compares ids as numbers', () => {
    expect(chooseWave([wave('10', 'open'), wave('9', 'open')]).joined?.id).toBe('9')
  })
})

describe('mostCommonTarget', () => {
  it('returns the target of most posts', () => {
    const traces = [
      { targets: ['a.example'] },
      { targets: ['b.example'] },
      { targets: ['b.example'] },
    ]
    expect(mostCommonTarget(traces)).toBe('b.example')
    expect(mostCommonTarget([{ targets: [] }])).toBeNull()
  })
})
