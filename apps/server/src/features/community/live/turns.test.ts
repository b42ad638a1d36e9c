import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('createTurns lets callers in at a pace, in order, without those who have gone', async () => {
  const waitForTurn = createTurns()
  const seen: [number, boolean][] = []
  const gone = new Set<number>()
  for (let n = 0; n < 50; n++) {
    const turn = waitForTurn(() => gone.has(n))
    void turn.then((isHere) => seen.push([n, isHere]))
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toHaveLength(20)
  gone.add(20).add(21)
  await vi.advanceTimersByTimeAsync(50)
  expect(seen).toHaveLength(42)
  expect(seen.filter(([, isHere]) => !isHere)).toEqual([
    [20, false],
    [21, false],
  ])
  await vi.advanceTimersByTimeAsync(50)
  expect(seen.map(([n]) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  await vi.advanceTimersByTimeAsync(100)
  let isLater = false
  void waitForTurn(() => false).then(() => (isLater = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(isLater).toBe(true)
})
