import { describe, expect, it } from 'vitest'
import { fillHours } from './chart-hours.ts'

const hourOf = (n: number, held = 0) => ({ at: n * 3600, held, public: 0 })

describe('fillHours', () => {
  it('adds the hours between', () => {
    expect(fillHours([hourOf(1, 2), hourOf(4, 1)], 72)).toEqual([
      hourOf(1, 2),
      hourOf(2),
      hourOf(3),
      hourOf(4, 1),
    ])
  })

  it('shows the newest ones of a long wave', () => {
    expect(fillHours([hourOf(1, 2), hourOf(100, 1)], 3)).toEqual([
      hourOf(98),
      hourOf(99),
      hourOf(100, 1),
    ])
  })

  it('has nothing without posts', () => {
    expect(fillHours([], 72)).toEqual([])
  })
})
