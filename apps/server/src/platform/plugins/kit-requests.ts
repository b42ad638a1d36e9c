import type { Json, KitResponse } from '@stoa/plugin-kit/server'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { ReadDb, WriteDb } from '../../kernel/database.ts'
import { type PluginHooks, pluginSecretPurpose, readPluginValues } from '../../kernel/plugins.ts'
import { withScope } from '../../kernel/request-scope.ts'
import type { SecretBox } from '../../kernel/services.ts'
import { pluginUserSettings } from '../../schema/plugins.ts'
import type { RequestName } from './host-messages.ts'
import { decryptValues, type StoredPlugin } from './installed-plugins.ts'
import { checkHost, isFixedHeader } from './network-hosts.ts'
import type { RunningCall } from './plugin-runner.ts'
import { PluginStorage } from './plugin-storage.ts'

export type OutgoingFetch = {
  url: string
  method: string
  headers: Record<string, string>
  body: string
  /** An admin entered the URL of the server, which may be in a private network. */
  isChosen: boolean
}
export type ApiCall = { method: string; path: string; input: unknown }

/** What features do for the kit. */
export type KitServices = {
  fetch(request: OutgoingFetch): Promise<KitResponse>
  /** As the user of the call, or as a visitor without one. Throws with the message of a rejection. */
  callApi(slug: string, call: ApiCall, user: RunningCall['caller'] | null): Promise<Json>
  rebuildSearch(slug: string): Promise<void>
}

type Services = { primary: ReadDb; autocommit: WriteDb; secrets: SecretBox; now(): Date }
type Args = unknown[]

const text = z.string()
const key = text.max(1000)
const query = z.record(text, text)
const fetchOptions = z.object({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  headers: z.record(z.string().regex(/^[a-z0-9-]{1,100}$/i), text.max(8000)).default({}),
  body: text.default(''),
})
const maxSeconds = 10 * 365 * 86_400
const storageOptions = z.object({ seconds: z.number().positive().max(maxSeconds).optional() })

/** Answers what plugins ask of the site, as far as their manifests allow it. */
export class KitAnswers {
  readonly #services: Services
  readonly #storage: PluginStorage
  #connected: KitServices | null = null

  constructor(services: Services) {
    this.#services = services
    this.#storage = new PluginStorage(services)
  }

  connect(services: KitServices) {
    this.#connected = services
  }

  async answer(
    plugin: StoredPlugin,
    call: RunningCall,
    { name, args }: { name: RequestName; args: Args },
  ): Promise<unknown> {
    // Not in the scope of the request that happened to start the process.
    return await withScope(`plugin ${plugin.slug}`, () => this.#answers[name](plugin, args, call))
  }

  readonly #answers: Record<
    RequestName,
    (plugin: StoredPlugin, args: Args, call: RunningCall) => Promise<unknown>
  > = {
    userSettings: async (plugin, [userId]) =>
      await this.#readUserSettings(plugin, text.parse(userId)),
    'storage.get': async (plugin, [name]) =>
      await this.#storage.get(withStorage(plugin), key.parse(name)),
    'storage.set': async (plugin, [name, value, options]) => {
      const { seconds } = storageOptions.parse(options)
      await this.#storage.set(
        withStorage(plugin),
        key.parse(name),
        (value ?? null) as Json,
        seconds,
      )
    },
    'storage.delete': async (plugin, [name]) =>
      await this.#storage.delete(withStorage(plugin), key.parse(name)),
    'storage.list': async (plugin, [prefix]) =>
      await this.#storage.list(withStorage(plugin), key.parse(prefix)),
    fetch: async (plugin, [url, options], call) =>
      await this.#fetch(withCheckedSettings(plugin, call), {
        ...fetchOptions.parse(options),
        url: text.parse(url),
      }),
    rebuildSearch: async ({ slug, manifest }) => {
      if (manifest.server?.search === undefined) throw new Error('The manifest has no search.')
      await this.#connection.rebuildSearch(slug)
    },
    'api.read': async (plugin, [path, input]) => {
      assertDeclared(plugin.manifest.permissions.content, 'content')
      const request = { method: 'GET', path: text.parse(path), input: query.parse(input) }
      return await this.#connection.callApi(plugin.slug, request, null)
    },
    'api.asUser': async (plugin, [method, path, input], { hook, caller }) => {
      assertDeclared(plugin.manifest.permissions.actAsUser, 'actAsUser')
      if (hook !== 'function') throw new Error('Only functions can call the API as a user.')
      if (caller.token === null) throw new Error('Nobody is logged in.')
      const request = { method: text.parse(method), path: text.parse(path), input }
      return await this.#connection.callApi(plugin.slug, request, caller)
    },
  }

  get #connection() {
    if (this.#connected === null) throw new Error('The site has not started yet.')
    return this.#connected
  }

  async #readUserSettings({ slug, manifest }: StoredPlugin, userId: string) {
    if (!/^\d{1,18}$/.test(userId)) throw new Error('The id of a user is a number.')
    const { slug: ofPlugin, userId: ofUser, settings } = pluginUserSettings
    const [row] = await this.#services.primary
      .select({ settings })
      .from(pluginUserSettings)
      .where(and(eq(ofPlugin, slug), eq(ofUser, userId)))
    const values = readPluginValues(manifest.userSettings, row?.settings ?? {})
    return decryptValues(this.#services.secrets, manifest.userSettings, values, (field) =>
      pluginSecretPurpose(slug, field, userId),
    )
  }

  async #fetch(plugin: StoredPlugin, request: Omit<OutgoingFetch, 'isChosen'>) {
    const url = URL.parse(request.url)
    const access = url === null ? null : checkHost(plugin, url)
    if (access === null)
      throw new Error(`The manifest does not ask for requests to ${url?.hostname ?? ''}.`)
    const headers = Object.entries(request.headers).filter(([name]) => !isFixedHeader(name))
    const isChosen = access === 'chosen'
    return await this.#connection.fetch({
      ...request,
      headers: Object.fromEntries(headers),
      isChosen,
    })
  }
}

/** An admin entered those that are checked before they are saved. The plugin may ask their servers. */
function withCheckedSettings(plugin: StoredPlugin, { hook, input }: RunningCall): StoredPlugin {
  if (hook !== 'checkSettings') return plugin
  return { ...plugin, settings: (input as PluginHooks['checkSettings']['input']).settings }
}

function withStorage({ slug, manifest }: StoredPlugin): string {
  assertDeclared(manifest.permissions.storage, 'storage')
  return slug
}

function assertDeclared(isDeclared: boolean, name: string) {
  if (!isDeclared) throw new Error(`The manifest does not ask for the permission ${name}.`)
}
