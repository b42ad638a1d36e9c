import { maxSlowRoutes } from '@stoa/contract/features/health'
import type { RouteRequests } from '../../../kernel/services.ts'

type Times = {
  count: number
  errors: number
  p50: number | null
  p95: number | null
  p99: number | null
}
type Buckets = RouteRequests['buckets']

/** In milliseconds. Within a bucket, requests are taken as evenly spread. Null beyond the last bucket. */
export function estimatePercentile(buckets: Buckets, count: number, share: number): number | null {
  const wanted = count * share
  const index = buckets.findIndex((bucket) => bucket.count >= wanted && bucket.count > 0)
  const bucket = buckets[index]
  if (bucket === undefined) return null
  const below = buckets[index - 1] ?? { bound: 0, count: 0 }
  const part = (wanted - below.count) / (bucket.count - below.count)
  return Math.round((below.bound + (bucket.bound - below.bound) * Math.max(part, 0)) * 1000)
}

export function toTimes({
  count,
  errors,
  buckets,
}: Omit<RouteRequests, 'method' | 'route'>): Times {
  const percentile = (share: number) => estimatePercentile(buckets, count, share)
  return { count, errors, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) }
}

export function sumRequests(requests: readonly RouteRequests[]) {
  const bounds = requests[0]?.buckets ?? []
  return {
    count: requests.reduce((sum, { count }) => sum + count, 0),
    errors: requests.reduce((sum, { errors }) => sum + errors, 0),
    buckets: bounds.map(({ bound }, index) => ({
      bound,
      count: requests.reduce((sum, { buckets }) => sum + (buckets[index]?.count ?? 0), 0),
    })),
  }
}

/** By the time that a twentieth of the requests exceed. */
export function findSlowRoutes(requests: readonly RouteRequests[]) {
  const slowness = ({ p95 }: Times) => p95 ?? Infinity
  return requests
    .map(({ method, route, ...rest }) => ({ method, route, ...toTimes(rest) }))
    .toSorted((one, two) => slowness(two) - slowness(one) || two.count - one.count)
    .slice(0, maxSlowRoutes)
}
