import type { SettingsGroup } from '@stoa/contract/settings/group'
import { openCache } from '../cache/cache.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { PlatformContext } from '../context.ts'
import type { Setup, ListenerIndex } from '../../kernel/context.ts'
import type { SettingsStore } from '../../kernel/services.ts'
import { openFiles } from '../files/files.ts'
import { createLog } from './log.ts'
import { openMailer } from '../mail/mailer.ts'
import { createMetrics } from './metrics.ts'
import { noPlugins } from '../plugins/no-plugins.ts'
import { noPageCache } from '../page-cache/page-cache.ts'
import { openRateLimits } from '../http/rate-limits.ts'
import { withoutReplicas } from '../replicas/replicas.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { openQueues } from './queues.ts'

/** For a process that has no database yet. All settings have their defaults. */
export function openEmptyContext(
  config: Config,
  listeners: ListenerIndex,
  setup: Setup,
): PlatformContext {
  const log = createLog(config)
  const cache = openCache(undefined, log)
  const limits = openRateLimits(undefined, log)
  const mailer = openMailer(config, defaultSettings)
  const files = openFiles(config.files_dir, { db: absent('db') }, noPlugins)
  return {
    config,
    log,
    clock: systemClock,
    database: absent('database'),
    db: absent('db'),
    primary: absent('primary'),
    autocommit: absent('autocommit'),
    replicas: withoutReplicas(absent('db')),
    bus: absent('bus'),
    settings: defaultSettings,
    secrets: createSecretBox([]),
    deriveKey: absent('deriveKey'),
    listeners,
    jobs: absent('jobs'),
    cache,
    limits,
    mailer,
    files,
    renderer: absent('renderer'),
    images: absent('images'),
    metrics: createMetrics(),
    pageCache: noPageCache,
    live: absent('live'),
    diagnostics: absent('diagnostics'),
    ...openQueues(),
    plugins: noPlugins,
    reviewers: [],
    setup,
    async close() {
      files.close()
      mailer.close()
      limits.close()
      await cache.close()
    },
  }
}

const parsed = new Map<SettingsGroup, unknown>()

const defaultSettings: SettingsStore = {
  get(group) {
    if (!parsed.has(group)) parsed.set(group, group.schema.parse({}))
    return parsed.get(group) as never
  },
  isInstalled: () => false,
  lockedBy: () => null,
  version: () => 0,
  fingerprint: () => '',
  reload: async () => {},
  lock: absent('lock'),
  unset: absent('unset'),
  write: absent('write'),
}

/** Only the installer's endpoints are served, so any access is a programming error. */
function absent<Part extends object>(name: string): Part {
  return new Proxy({} as Part, {
    get() {
      throw new Error(`${name} is not available before there is a database`)
    },
  })
}
