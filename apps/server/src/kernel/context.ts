import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import type { Cache } from './cache.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database.ts'
import type { ListenerIndex } from './events.ts'
import type { FileStore } from './files.ts'
import type { Images } from './images/images.ts'
import type { Jobs } from './jobs.ts'
import type { Mailer } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { PageCache } from './page-cache/page-cache.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Renderer } from './renderer.ts'
import type { Replicas } from './replicas.ts'
import type { SecretBox } from './secret-box.ts'
import type { SettingsStore } from './settings.ts'

/** For the installer in a process that has no database yet. */
export type Setup = {
  readConfig(): Config
  /** Opens the site, which handles all requests from then on. */
  openSite(config: Config): Promise<void>
  isSiteOpen(): boolean
}

/** All services, created once at startup and passed explicitly. */
export type Context = {
  config: Config
  log: Logger
  clock: Clock
  database: Database
  /** Reads, possibly from a replica. */
  db: Db
  /** Reads that must be current: sessions, secrets, counts that limits depend on. */
  primary: Db
  replicas: Replicas
  bus: Bus
  settings: SettingsStore
  secrets: SecretBox
  listeners: ListenerIndex
  jobs: Jobs
  cache: Cache
  limits: RateLimits
  mailer: Mailer
  files: FileStore
  renderer: Renderer
  images: Images
  metrics: Metrics
  pageCache: PageCache
  /** Null once there is a database. */
  setup: Setup | null
  close(): Promise<void>
}
