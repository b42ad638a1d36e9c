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
import type { Pages } from './pages/pages.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Renderer } from './renderer.ts'
import type { Replicas } from './replicas.ts'
import type { SecretBox } from './secret-box.ts'
import type { SettingsStore } from './settings.ts'

/** What the installer may do in a process that has no database yet. */
export type Setup = {
  /** The configuration as it stands now. */
  readConfig(): Config
  /** Opens the site on a configuration and lets it answer from then on. */
  proceed(config: Config): Promise<void>
  hasProceeded(): boolean
}

/** Everything the code may reach, built once at start and passed by hand. */
export type Context = {
  config: Config
  log: Logger
  clock: Clock
  database: Database
  /** Reads. While a request may read a replica, it does so through this. */
  db: Db
  /** Reads of what must be as it is now: who is calling, secrets, counts that limits hang on. */
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
  /** Turns Markdown into HTML. */
  renderer: Renderer
  images: Images
  metrics: Metrics
  /** The pages that are kept for visitors. */
  pages: Pages
  /** Null in every process that has a database. */
  setup: Setup | null
  close(): Promise<void>
}
