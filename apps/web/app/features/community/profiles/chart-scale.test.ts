import { expect, it } from 'vitest'
import { toCountMax, toRange } from './chart-scale.ts'

it.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [9, 10],
  [11, 20],
  [101, 200],
])('the scale for %d ends at %d', (value, max) => {
  expect(toCountMax(value)).toBe(max)
})

it.each([
  [
    [1, 1, 1],
    [1, 2, 3],
  ],
  [
    [1, 26],
    [0, 20, 40],
  ],
  [
    [11_900, 13_000, 15_842],
    [10_000, 15_000, 20_000],
  ],
  [
    [95, 105],
    [95, 100, 105],
  ],
])('the range of %j is %j', (values, range) => {
  expect(toRange(values)).toEqual(range)
})

it('encloses all values', () => {
  for (let low = 1; low < 300; low += 7)
    for (let gain = 0; gain < 5_000; gain += 137) {
      const [floor, , top] = toRange([low, low + gain])
      expect(floor).toBeLessThanOrEqual(low)
      expect(top).toBeGreaterThanOrEqual(low + gain)
    }
})
