import proxyAddress from '@fastify/proxy-addr'
import { readQuestion } from '@stoa/contract/features/reading'
import type { SiteInfo } from '@stoa/contract/features/site'
import { toLongId } from '@stoa/contract/ids'
import { generalSettings } from '@stoa/contract/settings/site'
import type { CustomMarkup } from '@stoa/web/kernel/host.ts'
import type { FastifyInstance } from 'fastify'
import { cachedSiteInfo } from './features/site/site.queries.ts'
import { noteView } from './features/views/views.actions.ts'
import type { Context } from './kernel/context.ts'
import type { Dispatch, Identify } from './kernel/dispatch.ts'
import { mostFileBytes } from './kernel/http-form.ts'
import type { WebBuildSource } from './kernel/web/build-source.ts'
import { noCustomMarkup, toCustomMarkup } from './kernel/web/custom-markup.ts'
import { mountWeb } from './kernel/web/mount.ts'
import type { Sharing } from './kernel/web/sharing.ts'

/** The pages of the site, from a build or from the development server. */
export function pagesFrom(build: WebBuildSource) {
  return async (app: FastifyInstance, ctx: Context, dispatch: Dispatch, identify: Identify) => {
    const { plugins_dir: pluginsDir, safe_mode: isSafe } = ctx.config
    const site = cachedSiteInfo(ctx.settings)
    await mountWeb(app, {
      dispatch,
      site,
      custom: isSafe ? () => noCustomMarkup : cachedCustomMarkup(site),
      isInstalled: ctx.settings.isInstalled,
      fileBytes: () => mostFileBytes(ctx),
      isSession: async (token, address) => (await identify(ctx, token, address)) !== null,
      siteUrl: () => ctx.settings.get(generalSettings).site_url,
      mailPosts: ['/users/unsubscribe'],
      build,
      pluginsDir: isSafe ? null : pluginsDir,
      log: ctx.log,
      now: () => ctx.clock.now(),
      pages: ctx.pages,
      // While pages are being written, each must be made anew.
      sharing: ctx.setup === null && build.mode === 'production' ? sharingFor(ctx) : null,
    })
  }
}

/** What the cache of pages must know of the features. */
function sharingFor(ctx: Context): Sharing {
  const { trust_proxy: proxies, surrogate_keys: hasKeys } = ctx.config
  const trust = proxyAddress.compile(proxies)
  return {
    settings: ctx.settings,
    lone: new Set([readQuestion.path]),
    hasKeys,
    viewedBy: ({ path, input }) =>
      path === readQuestion.path ? toLongId((input as { id: string }).id) : null,
    addressOf: (request) =>
      proxies.length === 0 ? (request.socket.remoteAddress ?? '') : proxyAddress(request, trust),
    noteView: (questionId, address, userAgent) =>
      noteView(ctx, questionId, null, { address, userAgent }),
  }
}

/** Parsed again only when a setting has changed. */
function cachedCustomMarkup(site: () => SiteInfo) {
  let made: { of: SiteInfo; custom: CustomMarkup } | undefined
  return () => {
    const info = site()
    if (made?.of !== info) made = { of: info, custom: toCustomMarkup(info.custom_css_html) }
    return made.custom
  }
}
