import { generalSettings } from '@stoa/contract/settings/site'
import type { Logger } from 'pino'
import type { PluginCaller, PluginFault } from '../../kernel/plugins.ts'
import type { SettingsStore } from '../../kernel/services.ts'
import type { CallRecords } from './call-records.ts'
import { createFaultWindow } from './fault-window.ts'
import type { CallMessage } from './host-messages.ts'
import type { StoredPlugin } from './installed-plugins.ts'
import type { KitAnswers } from './kit-requests.ts'
import { PluginRunner, type RunnerEvents } from './plugin-runner.ts'

type Services = {
  settings: SettingsStore
  log: Logger
  now(): Date
  records: CallRecords
  answers: KitAnswers
  /** With the settings of now. */
  find(slug: string): StoredPlugin | null
  onFaulted(fault: PluginFault): Promise<void>
}

/** The runners of enabled plugins that were called. */
export class PluginRunners {
  readonly #services: Services
  readonly #runners = new Map<string, { sha256: string; runner: PluginRunner }>()

  constructor(services: Services) {
    this.#services = services
  }

  open(plugin: StoredPlugin, folder: string): PluginRunner {
    const existing = this.#runners.get(plugin.slug)
    if (existing !== undefined) return existing.runner
    const runner = new PluginRunner({ ...plugin, folder }, this.#eventsOf(plugin))
    this.#runners.set(plugin.slug, { sha256: plugin.sha256, runner })
    return runner
  }

  memoryBytes(slug: string) {
    return this.#runners.get(slug)?.runner.memoryBytes() ?? 0
  }

  /** After a change. Calls that run end in the old version, and the new one is started if the old one ran. */
  replaceOutdated() {
    const { find, log } = this.#services
    for (const [slug, { sha256, runner }] of this.#runners) {
      const plugin = find(slug)
      if (plugin?.isEnabled === true && plugin.sha256 === sha256) continue
      const wasRunning = runner.isRunning
      this.#runners.delete(slug)
      runner.retire().catch((error: unknown) => log.error({ err: error }, 'plugin did not stop'))
      if (wasRunning && plugin !== null && plugin.folder !== null)
        this.open(plugin, plugin.folder).warmUp()
    }
  }

  async close() {
    await Promise.all([...this.#runners.values()].map(({ runner }) => runner.close()))
  }

  #eventsOf(plugin: StoredPlugin): RunnerEvents {
    const { slug, version, sha256 } = plugin
    const { records, answers, find, log, now, onFaulted } = this.#services
    const hasTooMany = createFaultWindow()
    const current = () => find(slug) ?? plugin
    return {
      kitOf: (caller) => this.#kitOf(current(), caller),
      answer: async (call, name, args) => await answers.answer(current(), call, { name, args }),
      log: (level, text) => records.log(slug, { version, level, text }),
      fault(reason) {
        if (!hasTooMany(now().getTime()) || find(slug)?.sha256 !== sha256) return
        onFaulted({ slug, version, reason }).catch((error: unknown) =>
          log.error({ err: error, plugin: slug }, 'disabling a plugin failed'),
        )
      },
    }
  }

  #kitOf({ settings }: StoredPlugin, { locale, viewer }: PluginCaller): CallMessage['kit'] {
    const { name, site_url: url } = this.#services.settings.get(generalSettings)
    return { site: { name, url }, settings, locale, viewer }
  }
}
