import type { Context } from '../kernel/context.ts'
import type { Database } from './database/database.ts'
import type { JobQueue } from './jobs/jobs.ts'
import type { PageCache } from './page-cache/page-cache.ts'
import type { PluginRegistry } from './plugins/plugins.ts'
import type { Metrics } from './process/metrics.ts'

/** The context with what only the platform may use. Features get it as a `Context`. */
export type PlatformContext = Context & {
  database: Database
  jobs: JobQueue
  pageCache: PageCache
  metrics: Metrics
  plugins: PluginRegistry
}
