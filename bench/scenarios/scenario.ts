import type { BenchSite } from '../run/bench-site.ts'
import type { Request } from '../run/requests.ts'

/** See `baselines/`. */
export type BaselineName = 'nginx' | 'bytes' | 'sql' | 'page' | 'pgbench'

export type Scenario = {
  name: string
  /** Requests that are sent repeatedly. */
  requests(site: BenchSite): Request[]
  baselines: readonly BaselineName[]
  /** Other requests to Stoa, to compare it with itself. */
  comparedTo?: { name: string; requests(site: BenchSite): Request[] }
  /** Sent through nginx with `deploy/nginx.conf`. */
  isThroughNginx?: boolean
  /** Not for writes, which cannot be repeated at a fixed rate. */
  hasLatency?: boolean
}
