import { openSiteKey } from '../secrets/site-key.ts'
import type { Logger } from 'pino'
import { openBus } from '../database/bus.ts'
import { subscribeToInvalidation, openCache } from '../cache/cache.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { PlatformContext } from '../context.ts'
import type { ListenerIndex } from '../../kernel/context.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { openSettings } from '../settings/settings-store.ts'
import { openFiles } from '../files/files.ts'
import { openImages } from '../images/images.ts'
import { openJobs } from '../jobs/jobs.ts'
import { openDiagnostics } from './diagnostics.ts'
import { createLog } from './log.ts'
import { openMailer } from '../mail/mailer.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { isMigrated, isUninitialized, migrate } from '../database/migrate.ts'
import { toReadDb } from '../database/read-db.ts'
import { openLive } from '../live/live.ts'
import { openPageCache } from '../page-cache/page-cache.ts'
import { openStoredPages } from '../page-cache/stored-pages.ts'
import { protectFiles } from '../files/private-files.ts'
import { openRateLimits } from '../http/rate-limits.ts'
import { openRenderer } from '../rendering/renderer.ts'
import { createPluginCalls } from '../rendering/text-pieces.ts'
import { siteCaller } from '../../kernel/plugins.ts'
import { openPlugins, type PluginRegistry } from '../plugins/plugins.ts'
import { openReplicas } from '../replicas/replicas.ts'
import { openSecretBox } from '../secrets/secret-box.ts'
import { encryptStoredSettings } from '../secrets/secret-settings.ts'
import type { Bus, SettingsStore } from '../../kernel/services.ts'
import { openQueues } from './queues.ts'

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
  isWorker: boolean
  /** Creates the tables in an empty database, for processes that serve the installer. */
  canInitialize?: boolean
  clock?: Clock
}

/** Opens all services. If one fails, those already open are closed. */
export async function openContext(options: Options): Promise<PlatformContext> {
  const { config, listeners, isWorker, clock = systemClock } = options
  const log = createLog(config)
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase(config, log)
  opened.defer(() => database.close())
  const metrics = createMetrics()
  const replicas = openReplicas(config, database, { log, metrics })
  opened.defer(() => replicas.close())
  await ensureMigrated(database, listeners, options.canInitialize ?? false)
  const secrets = await openSecretBox(config, database.db)
  await encryptStoredSettings(database, secrets)
  const bus = await openBus(database, log)
  opened.defer(() => bus.close())
  const settings = await openSettings({ db: database.db, bus, secrets, log }, config)
  const cache = openCache(config.redis_url, log)
  opened.defer(() => cache.close())
  subscribeToInvalidation(bus, cache, log)
  const sources = { bus, settings, clock, log, metrics, database }
  const plugins = await openPlugins({ ...sources, config, secrets }, opened)
  const services = openServices(opened, config, { ...sources, plugins: plugins.plugins })
  // Opened last and closed first, because running jobs need everything else.
  const jobs = await openJobs(database, listeners, { isWorker, log, metrics })
  opened.defer(() => jobs.stop(config.stop_timeout_ms / 2))
  const parts = opened.move()
  return {
    config,
    log,
    clock,
    database,
    db: replicas.db,
    primary: toReadDb(database.db),
    autocommit: database.db,
    replicas,
    bus,
    settings,
    secrets,
    deriveKey: openSiteKey({ db: database.db, secrets, clock }),
    listeners,
    jobs,
    cache,
    ...services,
    ...plugins,
    metrics,
    diagnostics: openDiagnostics({ config, database, metrics, processId: bus.id }),
    ...openQueues(),
    setup: null,
    close: () => parts.disposeAsync(),
  }
}

function openPages(
  services: Omit<Parameters<typeof openPageCache>[0], 'storedPages'>,
  { page_store_dir: folder, page_store_mb: megabytes }: Config,
  { db }: Database,
) {
  const { clock } = services
  const storedPages = openStoredPages({
    ...services,
    folder,
    maxBytes: megabytes * 1024 * 1024,
    db: toReadDb(db),
    now: () => clock.now().getTime(),
  })
  return openPageCache({ ...services, storedPages })
}

type Sources = {
  bus: Bus
  settings: SettingsStore
  clock: Clock
  log: Logger
  metrics: Metrics
  database: Database
  plugins: PluginRegistry
}

function openServices(
  opened: AsyncDisposableStack,
  config: Config,
  { database, metrics, plugins, ...sources }: Sources,
) {
  const { bus, settings, log } = sources
  const pageCache = openPages({ ...sources, metrics }, config, database)
  opened.defer(() => pageCache.close())
  const live = openLive({ bus, log })
  opened.defer(() => live.close())
  const limits = openRateLimits(config.redis_url, log)
  opened.defer(() => limits.close())
  const mailer = openMailer(config, settings)
  opened.defer(() => mailer.close())
  protectFiles(config, log)
  const files = openFiles(config.files_dir, database, plugins)
  opened.defer(() => files.close())
  const calls = createPluginCalls(plugins, () => siteCaller({ settings }))
  const renderer = openRenderer({ timeoutMs: config.render_timeout_ms, calls })
  opened.defer(() => renderer.close())
  const images = openImages(config)
  opened.defer(() => images.close())
  return { pageCache, live, limits, mailer, files, renderer, images }
}

/** An embedded database is used by one process only, which may migrate it. */
async function ensureMigrated(
  database: Database,
  listeners: ListenerIndex,
  canInitialize: boolean,
) {
  if (database.engine.kind === 'pglite') return await migrate(database, listeners)
  if (await isMigrated(database)) return
  if (!canInitialize || !(await isUninitialized(database.db))) throw new NotMigratedError()
  await migrate(database, listeners)
}
