// The interface between server and web app. Types only: the server must not load a second copy of React Router.
import type { HostRequest } from '../kernel/host-request.ts'

/** Which visitor pages can be cached, and the cookies they vary by. */
export type CacheablePages = {
  readonly localeCookie: string
  readonly themeCookie: string
  readonly themes: readonly string[]
  /** Requests with these cookies bypass the cache: they change the page but are too rare for the cache key. */
  readonly preferenceCookies: readonly string[]
  /** Null when the page of a path must not be cached. */
  find(path: string): { isStorable: boolean } | null
}

export type PageHandler = (request: Request, from: HostRequest) => Promise<Response>

/** Reached by the server as `build.entry.module.host`. */
export type WebHost = {
  createHandler(build: unknown, mode: 'production' | 'development'): PageHandler
  /** Modules that scripts of plugins share with the site, by import name. */
  readonly sharedModules: Readonly<Record<string, object>>
  readonly cacheablePages: CacheablePages
}

export type WebBuild = { entry: { module: { host: WebHost } } }
