import type { Reviewer } from '@stoa/plugin-kit/reviewer'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import {
  PluginFailure,
  type PluginFault,
  type PluginHook,
  PluginRejection,
  type Plugins,
  type PluginUse,
  type TextPlugins,
  pluginsTopic,
} from '../../kernel/plugins.ts'
import type { Database } from '../database/database.ts'
import { toReadDb } from '../database/read-db.ts'
import { currentScope } from '../../kernel/request-scope.ts'
import type { Bus, SecretBox, SettingsStore } from '../../kernel/services.ts'
import { findCaptcha } from './captcha-plugin.ts'
import { CallRecords } from './call-records.ts'
import { disablePlugin } from './disabling.ts'
import { hookRules } from './hook-rules.ts'
import { KitAnswers, type KitServices } from './kit-requests.ts'
import { openPackageFolders } from './package-folders.ts'
import { isChosenServer } from './network-hosts.ts'
import { createPluginList, type PluginList } from './plugin-list.ts'
import { PluginRunners } from './plugin-runners.ts'
import { createReviewers } from './reviewers.ts'
import { findTextPlugins } from './text-plugins.ts'
import { tryStored } from './try-plugin.ts'

type Services = {
  config: Config
  database: Database
  bus: Bus
  secrets: SecretBox
  settings: SettingsStore
  clock: Clock
  log: Logger
}

export type PluginRegistry = Plugins & {
  /** The same list for as long as the process runs. */
  reviewers: readonly Reviewer[]
  /** Whether the URL is of a server that an admin entered in a setting of the plugin. */
  isChosenHost(slug: string, url: string): boolean
  /** What features do for the kit. Until then, plugins cannot use it. */
  connect(services: KitServices): void
}

/** In safe mode there are no plugins. */
export async function openPlugins(services: Services, opened: AsyncDisposableStack) {
  const plugins = await openRegistry(services)
  opened.defer(() => plugins.close())
  return { plugins, reviewers: plugins.reviewers }
}

async function openRegistry(services: Services): Promise<PluginRegistry> {
  const { config, database } = services
  const primary = toReadDb(database.db)
  const now = () => services.clock.now()
  const folders = openPackageFolders(config.plugins_dir, primary)
  const records = new CallRecords({ ...services, autocommit: database.db, now })
  const answers = new KitAnswers({ ...services, primary, autocommit: database.db, now })
  const reviewers: Reviewer[] = []
  let textPlugins: TextPlugins | null = null
  const changeListeners: (() => void)[] = []
  let onFaulted: Parameters<Plugins['onFaulted']>[0] = (fault) =>
    disablePlugin(database, services.bus, fault)
  const list = createPluginList({ ...services, primary, folders }, (hasChanged) => {
    runners.replaceOutdated()
    if (!hasChanged) return
    textPlugins = findTextPlugins(list.all())
    reviewers.splice(0, reviewers.length, ...createReviewers(list.all(), calls.call))
    for (const listener of changeListeners) listener()
  })
  const { find } = list
  const report = async (fault: PluginFault) => await onFaulted(fault)
  const runners = new PluginRunners({ ...services, now, records, answers, find, onFaulted: report })
  const calls = createCalls(list, runners, records)
  const reload = config.safe_mode ? async () => {} : list.reload
  if (services.settings.isInstalled()) await reload()
  onMessage(services, reload)
  return {
    ...calls,
    reviewers,
    connect: (kitServices) => answers.connect(kitServices),
    isChosenHost: (slug, url) => isChosenServer(list.find(slug), url),
    list: list.all,
    find,
    captcha: () => findCaptcha(list.all()),
    ofTexts: () => textPlugins,
    fingerprint: list.fingerprint,
    reload,
    onChange: (listener) => void changeListeners.push(listener),
    onFaulted(listener) {
      onFaulted = listener
    },
    tryOut: async (slug, version) => await tryStored(primary, folders, { slug, version }),
    async close() {
      await list.settled()
      await runners.close()
      await records.flush()
    },
  }
}

/** After a change, and when messages may have been missed. */
function onMessage({ bus, log }: Services, reload: () => Promise<void>) {
  const reloadInBackground = () => {
    reload().catch((error: unknown) => log.error({ err: error }, 'reading plugins failed'))
  }
  bus.subscribe(pluginsTopic, reloadInBackground)
  bus.onGap(reloadInBackground)
}

/** Of which a request makes one, whose end it waits for. */
const callsOfRequests = new Set<PluginHook>([
  'function',
  'page',
  'render',
  'action',
  'checkSettings',
  'startSignIn',
  'finishSignIn',
  'checkCredentials',
  'branding',
  'verifyCaptcha',
  'findPosts',
])

/** A slow plugin must not keep other requests waiting. */
async function releasePermit<T>(work: () => Promise<T>): Promise<T> {
  const scope = currentScope()
  return scope?.withoutPermit === undefined ? await work() : await scope.withoutPermit(work)
}

function createCalls(list: PluginList, runners: PluginRunners, records: CallRecords) {
  const uses = new Map<string, Omit<PluginUse, 'memoryBytes'>>()

  function count(slug: string, ms: number, failure: string | null) {
    const use = uses.get(slug) ?? { calls: 0, failures: 0, totalMs: 0 }
    const failures = use.failures + (failure === null ? 0 : 1)
    uses.set(slug, { calls: use.calls + 1, failures, totalMs: use.totalMs + ms })
    records.count(slug, failure)
  }

  const call: Plugins['call'] = async (slug, hook, input, caller) => {
    const plugin = list.find(slug)
    if (plugin === null || plugin.folder === null)
      throw new PluginFailure(slug, 'It is not enabled.')
    if (!hookRules[hook].isProvided(plugin.manifest, input))
      throw new PluginFailure(slug, 'Its manifest does not name what was called.')
    const startedAt = performance.now()
    let failure: string | null = null
    try {
      const { folder } = plugin
      const work = async () => await runners.open(plugin, folder).call(hook, input, caller)
      return (await (callsOfRequests.has(hook) ? releasePermit(work) : work())) as never
    } catch (error) {
      if (!(error instanceof PluginRejection)) failure = error instanceof Error ? error.message : ''
      throw error
    } finally {
      count(slug, performance.now() - startedAt, failure)
    }
  }

  return {
    call,
    use(slug: string): PluginUse {
      const use = uses.get(slug) ?? { calls: 0, failures: 0, totalMs: 0 }
      return { ...use, memoryBytes: runners.memoryBytes(slug) }
    },
  }
}
