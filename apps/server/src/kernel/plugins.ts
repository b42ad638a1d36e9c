// Plugins as features see them. platform/plugins implements it.
import type { UserCenterPart } from '@stoa/contract/endpoint'
import {
  defaultValueOf,
  findPluginValueProblem,
  hasValue,
  type PluginField,
  type PluginValues,
} from '@stoa/contract/plugin-fields'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale, type Locale } from '@stoa/locales/languages'
import type { CaptchaSolution } from '@stoa/plugin-kit/captcha'
import type {
  BrandedUser,
  Branding,
  Credentials,
  ExternalUser,
  SignInRedirect,
  SignInRequest,
  SignInResponse,
} from '@stoa/plugin-kit/connector'
import type { FileRequest, SignedRequest } from '@stoa/plugin-kit/file-store'
import type { Manifest } from '@stoa/plugin-kit/manifest'
import type { Piece, PieceSyntax } from '@stoa/plugin-kit/rendering'
import type { ReviewedContent, ReviewResult } from '@stoa/plugin-kit/reviewer'
import type { SearchChanges, SearchMatches, SearchRequest } from '@stoa/plugin-kit/search'
import type { Json, PageContent, PageRequest, PluginEvent } from '@stoa/plugin-kit/server'
import type { SlotName, SlotProps } from '@stoa/plugin-kit/slots'
import { createHash } from 'node:crypto'
import type { SettingsStore } from './services.ts'

/** What the server code of a plugin is called for, with input and result. */
export type PluginHooks = {
  review: { input: ReviewedContent; result: ReviewResult }
  render: { input: { pieces: readonly Piece[] }; result: readonly (string | null)[] }
  slot: { input: { name: SlotName; props: SlotProps[SlotName] }; result: string }
  page: { input: PageRequest; result: PageContent | null }
  function: { input: { name: string; input: Json }; result: Json }
  event: { input: PluginEvent; result: null }
  job: { input: { name: string }; result: null }
  action: { input: { name: string }; result: string }
  startSignIn: { input: SignInRequest; result: SignInRedirect }
  finishSignIn: { input: SignInResponse; result: ExternalUser }
  checkCredentials: { input: Credentials; result: ExternalUser | null }
  branding: { input: BrandedUser; result: Branding[] }
  verifyCaptcha: { input: CaptchaSolution; result: boolean }
  signFiles: { input: { requests: readonly FileRequest[] }; result: SignedRequest[] }
  startIndex: { input: { generation: number }; result: null }
  changeIndex: { input: SearchChanges; result: { missing: number[] } }
  finishIndex: { input: { generation: number }; result: null }
  findPosts: { input: SearchRequest; result: SearchMatches }
  checkSettings: { input: { settings: PluginValues }; result: Record<string, string> }
}
export type PluginHook = keyof PluginHooks

/** What a search plugin returns at most. */
export const maxSearchMatches = 5000

export type InstalledPlugin = {
  readonly slug: string
  readonly version: string
  readonly manifest: Manifest
  readonly isEnabled: boolean
  /** Whether new files go to it, if it stores files. */
  readonly takesFiles: boolean
  /** Where its files are; null if it is not enabled. */
  readonly folder: string | null
  /** Of the service that it logs users in with, or empty. */
  readonly connectorLabel: string
  /** Of the whole site, with the values of its settings. */
  readonly userCenter: UserCenter | null
}

/** URLs are empty if there is none. */
export type UserCenter = {
  readonly displayName: string
  readonly url: string
  readonly signUpUrl: string
  readonly profileUrl: string
  readonly accountUrl: string
  readonly controlCenter: readonly { name: string; label: string; url: string }[]
  readonly keepsPasswordLogin: boolean
}

/** There is at most one. */
export function findUserCenter({ list }: Pick<Plugins, 'list'>) {
  for (const plugin of list())
    if (plugin.isEnabled && plugin.userCenter !== null)
      return { plugin, userCenter: plugin.userCenter, owns: listOwned(plugin, plugin.userCenter) }
  return null
}

function listOwned({ manifest }: InstalledPlugin, { keepsPasswordLogin }: UserCenter) {
  const owned: UserCenterPart[] = keepsPasswordLogin ? [] : ['login']
  return manifest.permissions.roles ? [...owned, 'roles' as const] : owned
}

/** Changes with every file, so that browsers may keep them forever, and files can refer to each other. */
export function filesUrl({
  slug,
  manifest: { files, messages },
}: Pick<InstalledPlugin, 'slug' | 'manifest'>): string {
  const hash = createHash('sha256').update(JSON.stringify([files, messages]))
  return `/_plugins/${slug}/${hash.digest('hex').slice(0, 16)}/`
}

/** Who caused a call, and what it may do in their name. */
export type PluginCaller = {
  locale: Locale
  viewer: { id: string; username: string; role: 'user' | 'moderator' | 'admin' } | null
  /** For `kit.api.asUser`; stays in this process. */
  token: string | null
  ip: string
}

/** Since the process started. */
export type PluginUse = { calls: number; failures: number; totalMs: number; memoryBytes: number }

export type PluginFault = { slug: string; version: string; reason: string }

/** The enabled plugin whose captcha the site uses, and what its widget needs. */
export type CaptchaPlugin = {
  readonly plugin: InstalledPlugin
  readonly file: string
  readonly hosts: readonly string[]
  readonly settings: PluginValues
}

/** Which plugins show which parts of texts. */
export type TextPlugins = {
  readonly syntax: PieceSyntax
  /** False if it has no such parts; may be true otherwise too. */
  mayContain(markdown: string): boolean
  slugOf(piece: Piece): string | null
}

/** Installed plugins, in the memory of every process. Their server code runs in a process of its own. */
export type Plugins = {
  /** In the order of their slugs. */
  list(): readonly InstalledPlugin[]
  find(slug: string): InstalledPlugin | null
  /** Null if there is none, or if its required settings are empty. */
  captcha(): CaptchaPlugin | null
  /**
   * Calls an enabled plugin. Throws `PluginRejection` with its message, or `PluginFailure` when it fails, is late, is disabled or
   * returns something else than its hook says. Never call it inside of a transaction; see `Tx.runOutside`.
   */
  call<Hook extends PluginHook>(
    slug: string,
    hook: Hook,
    input: PluginHooks[Hook]['input'],
    caller: PluginCaller,
  ): Promise<PluginHooks[Hook]['result']>
  /** Loads it in a process of its own, and fails if it cannot. For a version that is not current yet. */
  tryOut(slug: string, version: string): Promise<void>
  use(slug: string): PluginUse
  /** Those that show parts of texts; null if there are none. */
  ofTexts(): TextPlugins | null
  /** Changes with what is installed, enabled and configured. */
  fingerprint(): string
  /** Reads what is installed. Called in all processes after a change. */
  reload(): Promise<void>
  onChange(listener: () => void): void
  /** Called in the process in which a plugin failed too often. Replaces what disables it by default. */
  onFaulted(listener: (fault: PluginFault) => Promise<void>): void
  close(): Promise<void>
}

/** Of what nobody caused, such as events and jobs. */
export function siteCaller({ settings }: { settings: SettingsStore }): PluginCaller {
  const { language } = settings.get(interfaceSettings)
  const locale = isLocale(language) ? language : defaultLocale
  return { locale, viewer: null, token: null, ip: '' }
}

/** In all processes, after a change of what is installed. */
export const pluginsTopic = 'plugins.changed'

/** What a secret is encrypted for, so that it cannot be used as another one. */
export function pluginSecretPurpose(slug: string, field: string, userId = ''): string {
  return ['plugin', slug, field, userId].join(' ')
}

/** Stored values with defaults and without what the plugin no longer declares. Secrets stay encrypted. */
export function readPluginValues(
  fields: readonly PluginField[],
  stored: PluginValues,
): PluginValues {
  const entries = fields.filter(hasValue).map((field) => {
    const value = stored[field.name] ?? defaultValueOf(field)
    const isUsable = value === '' || findPluginValueProblem(field, value) !== 'type'
    return [field.name, isUsable ? value : defaultValueOf(field)] as const
  })
  return Object.fromEntries(entries)
}

/** The plugin refused its input. The message is shown to whoever caused the call. */
export class PluginRejection extends Error {
  override name = 'PluginRejection'
}

export class PluginFailure extends Error {
  override name = 'PluginFailure'
  readonly slug: string
  constructor(slug: string, message: string) {
    super(message)
    this.slug = slug
  }
}
