import proxyAddress from '@fastify/proxy-addr'
import type { Dispatch, Identify } from './kernel/route.ts'
import { readQuestion } from '@stoa/contract/features/question-page'
import type { SiteInfo } from '@stoa/contract/features/site'
import { toLongId } from '@stoa/contract/ids'
import { generalSettings } from '@stoa/contract/settings/site'
import type { CustomMarkup } from '@stoa/web/kernel/host-request.ts'
import type { FastifyInstance } from 'fastify'
import { sanitizeMarkup } from './features/site/info/custom-markup.rules.ts'
import { memoizeSiteInfo } from './features/site/info/info.queries.ts'
import { recordView } from './features/content/views/views.actions.ts'
import type { PlatformContext } from './platform/context.ts'
import { getMaxFileBytes } from './platform/http/form.ts'
import type { WebBuildSource } from './platform/ssr/build-source.ts'
import type { PageCacheOptions } from './platform/ssr/web-options.ts'
import { inlineStyleSheet, noCustomMarkup, styleSheetLink } from './platform/ssr/custom-css.ts'
import { mountWeb } from './platform/ssr/mount.ts'

export function createPagesMount(build: WebBuildSource) {
  return async (
    app: FastifyInstance,
    ctx: PlatformContext,
    dispatch: Dispatch,
    identify: Identify,
  ) => {
    const { safe_mode: isSafe } = ctx.config
    const site = memoizeSiteInfo(ctx.settings)
    await mountWeb(app, {
      dispatch,
      site,
      draftMarkup,
      custom: isSafe ? () => noCustomMarkup : cachedCustomMarkup(site),
      isInstalled: ctx.settings.isInstalled,
      maxFileBytes: () => getMaxFileBytes(ctx),
      isSession: async (token, ip) => (await identify(ctx, token, ip)) !== null,
      siteUrl: () => ctx.settings.get(generalSettings).site_url,
      mailClientPaths: ['/users/unsubscribe'],
      build,
      plugins: ctx.plugins,
      log: ctx.log,
      now: () => ctx.clock.now(),
      pageCache: ctx.pageCache,
      cacheOptions: ctx.setup === null && build.mode === 'production' ? cacheOptionsFor(ctx) : null,
    })
  }
}

function cacheOptionsFor(ctx: PlatformContext): PageCacheOptions {
  const { trust_proxy: proxies, surrogate_keys: hasSurrogateKeys } = ctx.config
  const trust = proxyAddress.compile(proxies)
  return {
    settings: ctx.settings,
    selfContained: new Set([readQuestion.path]),
    hasSurrogateKeys,
    pageConfig: JSON.stringify({ isSafe: ctx.config.safe_mode, hasSurrogateKeys }),
    viewedQuestionOf: ({ path, input }) =>
      path === readQuestion.path ? toLongId((input as { id: string }).id) : null,
    ipOf: (request) =>
      proxies.length === 0 ? (request.socket.remoteAddress ?? '') : proxyAddress(request, trust),
    recordView: (questionId, ip, userAgent) => recordView(ctx, questionId, null, { ip, userAgent }),
  }
}

function cachedCustomMarkup(site: () => SiteInfo) {
  let cached: { info: SiteInfo; custom: CustomMarkup } | undefined
  return () => {
    const info = site()
    if (cached?.info !== info) cached = { info, custom: toCustomMarkup(info) }
    return cached.custom
  }
}

function toCustomMarkup({ custom_css_html: settings }: SiteInfo): CustomMarkup {
  const { removed: _, loads: __, ...markup } = sanitizeMarkup(settings)
  return { ...markup, head: markup.head + styleSheetLink(settings.custom_css) }
}

/** The style sheet is part of the page, because it has no URL before it is saved. */
function draftMarkup(settings: SiteInfo['custom_css_html']): CustomMarkup {
  const { removed: _, loads: __, ...markup } = sanitizeMarkup(settings)
  const style = inlineStyleSheet(settings.custom_css)
  return {
    ...markup,
    head: markup.head + style.html,
    styleSources: [...markup.styleSources, style.source],
  }
}
