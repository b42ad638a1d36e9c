// A kit for tests of a plugin, without a site.
import { defaultValueOf, hasValue, type PluginValues } from '@stoa/contract/plugin-fields'
import { SourceManifest } from './manifest.ts'
import { listPluginTests, type PluginTest } from './promises/plugin-tests.ts'
import type { Json, Kit, KitResponse, Plugin } from './server.ts'

type Sent = { url: string; method: string; headers: Record<string, string>; body: string }

type Options = {
  /** Of `plugin.json`; its defaults apply. Throws if it is not valid. */
  manifest: unknown
  settings?: PluginValues
  userSettings?: Record<string, PluginValues>
  viewer?: Kit['viewer']
  locale?: string
  /** Responds to requests; 200 with an empty body by default. */
  respond?: (request: Sent) => Partial<KitResponse> | Promise<Partial<KitResponse>>
  /** Responds to calls of the API, by path. */
  api?: Record<string, Json>
}

export type TestKit = Kit & {
  /** Requests that were sent, oldest first. */
  readonly sent: Sent[]
  /** Calls of the API, as `GET question/info`. */
  readonly calls: string[]
  readonly logged: { level: 'info' | 'warn' | 'error'; text: string }[]
}

/**
 * What every plugin has to keep: that it has what its manifest names, returns what the site accepts, uses no other permissions, and
 * survives hostile input. Run each in a test of its own, with any test runner.
 */
export function testPlugin({ plugin, ...options }: Options & { plugin: Plugin }): PluginTest[] {
  const createKit = () => createTestKit(options)
  return listPluginTests({ manifest: options.manifest, plugin, createKit })
}

/** Checks the manifest and gives the plugin what the site would give it. */
export function createTestKit(options: Options): TestKit {
  const { respond = () => ({}), api = {}, locale = 'en_US' } = options
  const manifest = SourceManifest.parse(options.manifest)
  const sent: Sent[] = []
  const calls: string[] = []
  const logged: TestKit['logged'] = []
  const fields = manifest.settings.filter(hasValue)
  const defaults = Object.fromEntries(fields.map((field) => [field.name, defaultValueOf(field)]))
  const log = (level: 'info' | 'warn' | 'error') => (text: string) => {
    logged.push({ level, text })
  }
  const call = (method: string, path: string): Promise<Json> => {
    calls.push(`${method} ${path}`)
    const response = api[path]
    if (response === undefined) throw new Error(`the test has no response for ${path}`)
    return Promise.resolve(response)
  }
  return {
    site: { name: 'Test site', url: 'https://stoa.example' },
    locale,
    viewer: options.viewer ?? null,
    settings: { ...defaults, ...options.settings },
    userSettings: (userId) => Promise.resolve(options.userSettings?.[userId] ?? {}),
    t(key, values = {}) {
      const messages = manifest.messages[locale] ?? manifest.messages['en_US'] ?? {}
      return (messages[key] ?? key).replaceAll(/\{(\w+)\}/g, (all, name: string) =>
        String(values[name] ?? all),
      )
    },
    storage: createStorage(),
    async fetch(url, { method = 'GET', headers = {}, body = '' } = {}) {
      const request = { url, method, headers, body }
      sent.push(request)
      const response = await Promise.resolve(respond(request))
      return { status: 200, headers: {}, body: '', ...response }
    },
    rebuildSearch() {
      calls.push('rebuildSearch')
      return Promise.resolve()
    },
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    api: { read: (path) => call('GET', path), asUser: call },
    sent,
    calls,
    logged,
  }
}

function createStorage(): Kit['storage'] {
  const stored = new Map<string, Json>()
  return {
    get: (key) => Promise.resolve(stored.get(key) ?? null),
    set: (key, value) => Promise.resolve(void stored.set(key, value)),
    delete: (key) => Promise.resolve(void stored.delete(key)),
    list(prefix) {
      const found = [...stored].filter(([key]) => key.startsWith(prefix))
      return Promise.resolve(found.map(([key, value]) => ({ key, value })))
    },
  }
}
