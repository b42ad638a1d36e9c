import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyInstance } from 'fastify'
import { cachedSiteInfo } from './features/site/site.queries.ts'
import type { Context } from './kernel/context.ts'
import type { Dispatch } from './kernel/dispatch.ts'
import type { WebBuildSource } from './kernel/web/build-source.ts'
import { mountWeb } from './kernel/web/mount.ts'

/** The pages of the site, from a build or from the development server. */
export function pagesFrom(build: WebBuildSource) {
  return async (app: FastifyInstance, ctx: Context, dispatch: Dispatch) => {
    await mountWeb(app, {
      dispatch,
      site: cachedSiteInfo(ctx.settings),
      isInstalled: ctx.settings.isInstalled,
      siteUrl: () => ctx.settings.get(generalSettings).site_url,
      build,
      pluginsDir: ctx.config.plugins_dir,
      log: ctx.log,
    })
  }
}
