import type { SiteInfo } from '@stoa/contract/features/site'
import type { CustomMarkup } from '@stoa/web/kernel/host-request.ts'
import type { PageHandler, WebBuild } from '@stoa/web/platform/host.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Plugins } from '../../kernel/plugins.ts'
import type { SettingsStore } from '../../kernel/services.ts'
import type { Dispatch } from '../../kernel/route.ts'
import type { EndpointCall } from '../page-cache/cache-keys.ts'
import type { PageCache } from '../page-cache/page-cache.ts'
import type { WebBuildSource } from './build-source.ts'

export type WebOptions = {
  dispatch: Dispatch
  site: () => SiteInfo
  custom: () => CustomMarkup
  /** Markup that is not saved, sanitized like `custom`. */
  draftMarkup: (settings: SiteInfo['custom_css_html']) => CustomMarkup
  isInstalled: () => boolean
  siteUrl: () => string
  maxFileBytes: () => number
  isSession: (token: string, ip: string) => Promise<boolean>
  /** Paths of one-click unsubscribe: mail clients post to them without Origin header. */
  mailClientPaths: readonly string[]
  build: WebBuildSource
  plugins: Plugins
  log: FastifyBaseLogger
  now: () => Date
  pageCache: PageCache
  /** Null disables the page cache. */
  cacheOptions: PageCacheOptions | null
}

export type PageCacheOptions = {
  settings: SettingsStore
  /** Paths of endpoints whose response changes only with the objects in it. */
  selfContained: ReadonlySet<string>
  hasSurrogateKeys: boolean
  /** Configuration that changes pages, as text. */
  pageConfig: string
  /** The question whose views an endpoint call counts. */
  viewedQuestionOf(call: EndpointCall): string | null
  /** The client's IP, read from forwarding headers of trusted proxies. */
  ipOf(request: IncomingMessage): string
  recordView(questionId: string, ip: string, userAgent: string): void
}

export type Handlers = { handler: PageHandler; host: WebBuild['entry']['module']['host'] }
