import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import type { Cache } from './cache.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database.ts'
import type { ListenerIndex } from './events.ts'
import type { FileStore } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { Mailer } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimits } from './rate-limits.ts'
import type { SettingsStore } from './settings.ts'

/** Everything the code may reach, built once at start and passed by hand. */
export type Context = {
  config: Config
  log: Logger
  clock: Clock
  database: Database
  db: Db
  bus: Bus
  settings: SettingsStore
  listeners: ListenerIndex
  jobs: Jobs
  cache: Cache
  limits: RateLimits
  mailer: Mailer
  files: FileStore
  metrics: Metrics
  close(): Promise<void>
}
