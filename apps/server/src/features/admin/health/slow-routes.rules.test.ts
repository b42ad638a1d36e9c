import { describe, expect, it } from 'vitest'
import { estimatePercentile, findSlowRoutes, sumRequests, toTimes } from './slow-routes.rules.ts'

const buckets = (...counts: [number, number, number]) =>
  [0.01, 0.1, 1].map((bound, index) => ({ bound, count: counts[index] ?? 0 }))

describe('estimatePercentile', () => {
  it.each([
    [buckets(100, 100, 100), 100, 0.5, 5],
    [buckets(50, 100, 100), 100, 0.95, 91],
    [buckets(0, 0, 10), 10, 0.5, 550],
    // Slower than the last bucket: how much is not known.
    [buckets(90, 90, 90), 100, 0.95, null],
    [buckets(0, 0, 0), 0, 0.5, null],
  ])('estimates in %o of %i requests for %d: %s ms', (list, count, share, expected) => {
    expect(estimatePercentile(list, count, share)).toBe(expected)
  })
})

const route = (name: string, counts: [number, number, number], count = 100, errors = 0) => ({
  method: 'GET',
  route: name,
  count,
  errors,
  buckets: buckets(...counts),
})

it('findSlowRoutes puts those first whose slow requests are the slowest, at most ten', () => {
  const fast = Array.from({ length: 10 }, (_, n) => route(`/fast/${n}`, [100, 100, 100]))
  const slow = route('/slow', [0, 0, 100])
  const stuck = route('/stuck', [0, 0, 0], 3)
  const found = findSlowRoutes([...fast, slow, stuck])
  expect(found).toHaveLength(10)
  expect(found.slice(0, 2)).toMatchObject([
    { route: '/stuck', count: 3, p50: null, p95: null, p99: null },
    { route: '/slow', count: 100, p50: 550 },
  ])
})

it('sumRequests adds up requests, errors and buckets', () => {
  const sum = sumRequests([route('/a', [1, 2, 3], 3, 1), route('/b', [4, 5, 6], 7, 2)])
  expect(sum).toEqual({ count: 10, errors: 3, buckets: buckets(5, 7, 9) })
  expect(toTimes(sumRequests([]))).toEqual({ count: 0, errors: 0, p50: null, p95: null, p99: null })
})
