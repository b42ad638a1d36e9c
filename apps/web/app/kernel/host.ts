// What the server gives the web app with each request, and what the web app gives the server.
// Types only: the server must not load React Router, which may exist once in a process.
import type { CallOptions } from '@stoa/contract/client'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import type { SiteInfo } from '@stoa/contract/features/site'
import type { Locale } from '@stoa/locales/languages'

/** Who a page is for. A page for visitors is the same for all of them and may be kept by caches. */
export type Audience = 'visitor' | 'member'

/** The parts of the pages that an admin wrote, fit to stand in them. */
export type CustomMarkup = {
  /** Elements for the end of the head. */
  readonly head: string
  readonly header: string
  readonly footer: string
  readonly sidebar: string
  /** What `style-src` must allow for it. */
  readonly styleSources: readonly string[]
  /** Where its images come from, for `img-src`. */
  readonly imageOrigins: readonly string[]
}

/** One request, as the server hands it over. */
export type HostRequest = {
  readonly audience: Audience
  /** A whole page, or the data of a page for a browser that already shows another one. */
  readonly kind: 'document' | 'data'
  /** For the inline scripts of pages that are not kept. */
  readonly nonce: string
  readonly site: SiteInfo
  readonly custom: CustomMarkup
  readonly isInstalled: boolean
  /** Unix seconds. */
  readonly now: number
  /** Makes an API call for the session of this request, without leaving the process. */
  call(endpoint: Endpoint, input: unknown, locale: Locale, options: CallOptions): Promise<Envelope>
  /** The Set-Cookie line that signs a browser in. */
  sessionCookie(token: string): string
  /** The Set-Cookie line that marks a browser as known to an account. */
  deviceCookie(token: string): string
  /** The Set-Cookie line that signs it out. */
  expiredSessionCookie(): string
  reportError(error: unknown): void
}

/** A plugin module the server has loaded and where browsers find it. */
export type HostPlugin = { id: string; module: unknown; url: string }

/** The plugins of this process and the browser's names for the modules they share with the host. */
export type HostPlugins = { list: readonly HostPlugin[]; imports: Readonly<Record<string, string>> }

/** What a page may depend on that is the same for all visitors, and which pages are no more than that. */
export type SharedPages = {
  readonly localeCookie: string
  readonly themeCookie: string
  readonly themes: readonly string[]
  /** Change pages and are in no cache key: few browsers have them. */
  readonly choiceCookies: readonly string[]
  isShared(path: string): boolean
}

export type PageHandler = (request: Request, from: HostRequest) => Promise<Response>

/** What the server may use of a web build; reached as `build.entry.module.host`. */
export type WebHost = {
  createHandler(build: unknown, mode: 'production' | 'development'): PageHandler
  /** The bytes of a rendered page, which skip the Response they belong to. */
  bodyOf(response: Response): Buffer | undefined
  /** The modules plugins share with the host, by the name they import. */
  readonly sharedModules: Readonly<Record<string, object>>
  takePlugins(plugins: HostPlugins): void
  readonly sharedPages: SharedPages
}

/** A web build as the server sees it. */
export type WebBuild = { entry: { module: { host: WebHost } } }
