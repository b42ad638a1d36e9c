import type { Logger } from 'pino'
import { openBus } from './bus.ts'
import { followPurges, openCache } from './cache.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { type Database, openDatabase } from './database.ts'
import type { ListenerIndex } from './events.ts'
import { openFiles } from './files.ts'
import { openImages } from './images/images.ts'
import { openJobs } from './jobs.ts'
import { makeLog } from './log.ts'
import { openMailer } from './mail.ts'
import { makeMetrics } from './metrics.ts'
import { isMigrated, isUnstarted, migrate } from './migrate.ts'
import { openPages } from './pages/pages.ts'
import { protectFiles } from './private-files.ts'
import { openRateLimits } from './rate-limits.ts'
import { openRenderer } from './renderer.ts'
import { openReplicas } from './replicas.ts'
import { openSecretBox } from './secret-box.ts'
import { encryptStoredSettings } from './secret-settings.ts'
import { openSettings, type SettingsStore } from './settings.ts'

/** Thrown when the tables are missing or older than this program, which may not change them by itself. */
export class NotMigratedError extends Error {
  constructor() {
    super(
      'The database is not up to date with this version of Stoa. Run `stoa migrate` (or, for a new site, `stoa install`) first.',
    )
    this.name = 'NotMigratedError'
  }
}

type Options = {
  config: Config
  listeners: ListenerIndex
  works: boolean
  /** A process that shows the installer makes the tables in an empty database itself. */
  mayStart?: boolean
  clock?: Clock
}

/** Opens everything. What was opened is closed again when a later part fails. */
export async function openContext(options: Options): Promise<Context> {
  const { config, listeners, works, clock } = options
  const log = makeLog(config)
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase(config, log)
  opened.defer(() => database.close())
  const metrics = makeMetrics()
  const replicas = openReplicas(config, database, { log, metrics })
  opened.defer(() => replicas.close())
  await prepare(database, listeners, options.mayStart ?? false)
  const secrets = await openSecretBox(config, database.db)
  await encryptStoredSettings(database, secrets)
  const bus = await openBus(database, log)
  opened.defer(() => bus.close())
  const settings = await openSettings(database.db, bus, secrets, log)
  const cache = openCache(config.redis_url, log)
  opened.defer(() => cache.close())
  followPurges(bus, cache, log)
  const pages = openPages({ bus, settings, clock: clock ?? systemClock, metrics, log })
  opened.defer(() => pages.close())
  const services = openServices(opened, config, settings, log)
  // Opened last, so stopped first: a running job needs all of the above.
  const jobs = await openJobs(database, listeners, { works, log })
  opened.defer(() => jobs.stop(config.stop_timeout_ms / 2))
  const parts = opened.move()
  return {
    config,
    log,
    clock: clock ?? systemClock,
    database,
    db: replicas.db,
    primary: database.db,
    replicas,
    bus,
    settings,
    secrets,
    listeners,
    jobs,
    cache,
    ...services,
    metrics,
    pages,
    setup: null,
    close: () => parts.disposeAsync(),
  }
}

function openServices(
  opened: AsyncDisposableStack,
  config: Config,
  settings: SettingsStore,
  log: Logger,
) {
  const limits = openRateLimits(config.redis_url, log)
  opened.defer(() => limits.close())
  const mailer = openMailer(config, settings)
  opened.defer(() => mailer.close())
  protectFiles(config, log)
  const files = openFiles(config.files_dir)
  const renderer = openRenderer({ timeoutMs: config.render_timeout_ms })
  opened.defer(() => renderer.close())
  const images = openImages(config)
  opened.defer(() => images.close())
  return { limits, mailer, files, renderer, images }
}

/** A folder belongs to this process alone, so it is brought up to date by whoever opens it. */
async function prepare(database: Database, listeners: ListenerIndex, mayStart: boolean) {
  if (database.engine.kind === 'pglite') return await migrate(database, listeners)
  if (await isMigrated(database)) return
  if (!mayStart || !(await isUnstarted(database.db))) throw new NotMigratedError()
  await migrate(database, listeners)
}
