import type { CallOptions } from '@stoa/contract/client'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import type { SiteInfo } from '@stoa/contract/features/site'
import type { Locale } from '@stoa/locales/languages'

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

export type HostRequest = {
  readonly audience: Audience
  /** For inline scripts of pages that are not cached. */
  readonly nonce: string
  readonly site: SiteInfo
  readonly custom: CustomMarkup
  /** Whether `custom` is not saved. */
  readonly isMarkupPreview: boolean
  readonly isInstalled: boolean
  readonly now: number
  /** Calls the API in process with the session of this request. */
  call(endpoint: Endpoint, input: unknown, locale: Locale, options: CallOptions): Promise<Envelope>
  sessionCookie(token: string): string
  /** Marks the browser as a known device of the account. */
  deviceCookie(token: string): string
  expiredSessionCookie(): string
  reportError(error: unknown): void
}
