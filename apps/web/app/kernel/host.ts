// The interface between server and web app. Types only: the server must not load a second copy of React Router.
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
  /** Sources to add to `style-src`. */
  readonly styleSources: readonly string[]
  /** Origins to add to `img-src`. */
  readonly imageOrigins: readonly string[]
}

export type HostRequest = {
  readonly audience: Audience
  /** `data` is a client-side navigation. */
  readonly kind: 'document' | 'data'
  /** For inline scripts of pages that are not cached. */
  readonly nonce: string
  readonly site: SiteInfo
  readonly custom: CustomMarkup
  readonly isInstalled: boolean
  /** Unix seconds. */
  readonly now: number
  /** Calls the API in process with the session of this request. */
  call(endpoint: Endpoint, input: unknown, locale: Locale, options: CallOptions): Promise<Envelope>
  sessionCookie(token: string): string
  /** Marks the browser as a known device of the account. */
  deviceCookie(token: string): string
  expiredSessionCookie(): string
  reportError(error: unknown): void
}

export type HostPlugin = { id: string; module: unknown; url: string }

/** `imports` maps the shared module names to URLs for the browser's import map. */
export type HostPlugins = { list: readonly HostPlugin[]; imports: Readonly<Record<string, string>> }

/** Which visitor pages can be cached, and the cookies they vary by. */
export type CacheablePages = {
  readonly localeCookie: string
  readonly themeCookie: string
  readonly themes: readonly string[]
  /** Requests with these cookies bypass the cache: they change the page but are too rare for the cache key. */
  readonly preferenceCookies: readonly string[]
  isCacheable(path: string): boolean
}

export type PageHandler = (request: Request, from: HostRequest) => Promise<Response>

/** Reached by the server as `build.entry.module.host`. */
export type WebHost = {
  createHandler(build: unknown, mode: 'production' | 'development'): PageHandler
  /** The rendered page; kept outside of the Response for speed. */
  bodyOf(response: Response): Buffer | undefined
  /** Modules plugins share with the host, by import name. */
  readonly sharedModules: Readonly<Record<string, object>>
  setPlugins(plugins: HostPlugins): void
  readonly cacheablePages: CacheablePages
}

export type WebBuild = { entry: { module: { host: WebHost } } }
