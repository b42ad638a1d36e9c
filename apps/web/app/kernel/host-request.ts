import type { CallOptions } from '@stoa/contract/client'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import type { SiteInfo } from '@stoa/contract/features/site'
import type { Locale } from '@stoa/locales/languages'
import type { SlotName, SlotProps } from '@stoa/plugin-kit/slots'
import type { PagePlugin, UserCenterInfo } from './visit.ts'

/** Visitor pages are identical for all visitors and can be cached. */
export type Audience = 'visitor' | 'member'

/** Admin-defined markup, sanitized. */
export type CustomMarkup = {
  readonly head: string
  readonly header: string
  readonly footer: string
  readonly sidebar: string
  readonly styleSources: readonly string[]
  readonly imageOrigins: readonly string[]
}

export type SlotRequest = { [Name in SlotName]: { name: Name; props: SlotProps[Name] } }[SlotName]

/** Sanitized HTML of one plugin. */
export type SlotPart = { readonly plugin: string; readonly html: string }

export type PluginPageRequest = {
  slug: string
  /** Below the plugin's own path. */
  path: string
  query: Record<string, string>
  viewer: { id: string; username: string; role: 'user' | 'moderator' | 'admin' } | null
}

/** What the server code of plugins adds to pages. */
export type HostPlugins = {
  list(locale: Locale): readonly PagePlugin[]
  /** Of modules that scripts of plugins share with the site; null if no plugin has a script. */
  readonly importMap: Readonly<Record<string, string>> | null
  /** Where frames of plugins may come from. */
  readonly frameSources: readonly string[]
  /** Only what is there in time. */
  slot(slot: SlotRequest, locale: Locale): Promise<readonly SlotPart[]>
  /** Null if there is no such page. */
  page(
    request: PluginPageRequest,
    locale: Locale,
  ): Promise<{ title: string; html: string } | 'failed' | null>
  /** Whether a slot of this request was late or failed. */
  isIncomplete(): boolean
}

/** Other services with which users log in, by plugins. */
export type LoginServices = {
  readonly hasConnectors: boolean
  /** Null if the site manages its accounts itself. */
  readonly userCenter: UserCenterInfo | null
}

export type HostRequest = {
  readonly audience: Audience
  /** For inline scripts of pages that are not cached. */
  readonly nonce: string
  readonly site: SiteInfo
  readonly custom: CustomMarkup
  /** Whether `custom` is not saved. */
  readonly isMarkupPreview: boolean
  /** Null if no plugin has a part in pages. */
  readonly plugins: HostPlugins | null
  readonly services: LoginServices
  /** Whether pages may show the captcha of a plugin. */
  readonly hasCaptchaFrame: boolean
  readonly isInstalled: boolean
  readonly now: number
  /** Calls the API in process with the session of this request. */
  call(endpoint: Endpoint, input: unknown, locale: Locale, options: CallOptions): Promise<Envelope>
  sessionCookie(token: string): string
  /** Marks the browser as a known device of the account. */
  deviceCookie(token: string): string
  expiredSessionCookie(): string
  /** Of this browser's login at another service, while an email has to be entered for it. */
  readonly connectorKey: string | null
  connectorCookie(key: string): string
  expiredConnectorCookie(): string
  /** How such a login ended: the token of the second step, or a message that says what went wrong. */
  readonly landing: { readonly token: string; readonly message: string } | null
  expiredLandingCookie(): string
  reportError(error: unknown): void
}
