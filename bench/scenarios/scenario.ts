import type { BenchSite } from '../run/bench-site.ts'
import type { Request } from '../run/requests.ts'

/** What the product is put beside: see `twins/`. */
export type TwinName = 'nginx' | 'bytes' | 'sql' | 'page' | 'pgbench'

export type Scenario = {
  name: string
  /** What is asked for, again and again. */
  requests(site: BenchSite): Request[]
  twins: readonly TwinName[]
  /** Something else that is asked of the product, to compare it with itself. */
  beside?: { name: string; requests(site: BenchSite): Request[] }
  /** Asked for through nginx with `deploy/nginx.conf` before the product. */
  isThroughTier?: boolean
  /** Writes cannot be repeated at a rate that is chosen. */
  hasLatency?: boolean
}
