import { readCosts } from '@stoa/contract/limits'
import {
  brandingSettings,
  generalSettings,
  interfaceSettings,
  seoSettings,
  themeSettings,
} from '@stoa/contract/settings/site'
import { getLanguage, isLocale } from '@stoa/locales/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { isPrivateSite } from '../../../kernel/access.ts'
import type { Context } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { ownOrigins } from '../../../kernel/requests.ts'
import { urlsOf } from '../../content/shared/posts.settings.ts'
import { listFirstIds, readQuestions, readTags } from './sitemap.queries.ts'
import {
  toLlmsTxt,
  toOpenSearch,
  toRobotsTxt,
  toSitemap,
  toSitemapIndex,
  toWebManifest,
} from './sitemap.texts.ts'

const cacheControl = 'public, max-age=600'
const maxStreamMs = 60_000

/** Files at well-known URLs. A private site has no sitemap, not even for members. */
export function mountSitemap(app: FastifyInstance, ctx: Context) {
  const stream = (request: FastifyRequest, reply: FastifyReply, sitemap: AsyncIterable<string>) =>
    Readable.from(app.streamWithPermits(request, reply, sitemap, maxStreamMs))
  const config = { readCost: readCosts.sitemap }
  app.get('/sitemap.xml', { config }, async (request, reply) => {
    assertPublic(ctx)
    const origin = originOf(ctx, request)
    const files = (await listFirstIds(ctx)).map((_, at) => `/sitemap/question-${at + 1}.xml`)
    return sendXml(
      reply,
      toSitemapIndex([...files, '/sitemap/tags.xml'].map((path) => origin + path)),
    )
  })

  app.get<{ Params: { file: string } }>('/sitemap/:file', { config }, async (request, reply) => {
    assertPublic(ctx)
    const urls = urlsOf(ctx.settings, originOf(ctx, request))
    const { file } = request.params
    if (file === 'tags.xml') {
      const sitemap = toSitemap(readTags(ctx.db), ({ slugName, changedAt }) => ({
        url: urls.tag(slugName),
        changedAt,
      }))
      return sendXml(reply, stream(request, reply, sitemap))
    }
    const range = rangeOf(file, await listFirstIds(ctx))
    const sitemap = toSitemap(readQuestions(ctx.db, range), ({ id, slug, changedAt }) => ({
      url: urls.question(id, slug),
      changedAt,
    }))
    return sendXml(reply, stream(request, reply, sitemap))
  })

  app.get('/robots.txt', async (request, reply) => {
    const site = { isPrivate: isPrivateSite(ctx), customText: ctx.settings.get(seoSettings).robots }
    const text = toRobotsTxt({ ...site, origin: originOf(ctx, request) })
    return reply.header('cache-control', cacheControl).type('text/plain; charset=utf-8').send(text)
  })

  app.get('/opensearch.xml', async (request, reply) => {
    const type = 'application/opensearchdescription+xml; charset=utf-8'
    return sendXml(reply, toOpenSearch(siteInfoOf(ctx, request)), type)
  })

  app.get('/manifest.webmanifest', async (request, reply) => {
    const text = toWebManifest({ ...siteInfoOf(ctx, request), ...appearanceOf(ctx) })
    return reply.header('cache-control', cacheControl).type('application/manifest+json').send(text)
  })

  app.get('/llms.txt', async (request, reply) => {
    assertPublic(ctx)
    const text = toLlmsTxt(siteInfoOf(ctx, request))
    return reply.header('cache-control', cacheControl).type('text/plain; charset=utf-8').send(text)
  })
}

function assertPublic(ctx: Context) {
  if (isPrivateSite(ctx) || !ctx.settings.isInstalled()) fail('base.not_found')
}

/** The id range of the nth sitemap file. */
function rangeOf(file: string, firstIds: readonly string[]) {
  const number = Number(/^question-([1-9]\d{0,5})\.xml$/.exec(file)?.[1])
  const first = firstIds[number - 1] ?? fail('base.not_found')
  return { first, next: firstIds[number] }
}

function originOf(ctx: Context, request: FastifyRequest) {
  return ownOrigins(request, ctx.settings.get(generalSettings).site_url)[0]
}

function siteInfoOf(ctx: Context, request: FastifyRequest) {
  const { name, short_description, description } = ctx.settings.get(generalSettings)
  return { origin: originOf(ctx, request), name, description: short_description || description }
}

function appearanceOf({ settings }: Context) {
  const { language } = settings.get(interfaceSettings)
  const { tag: lang, dir } = getLanguage(isLocale(language) ? language : 'en_US')
  const { theme, theme_config: themes } = settings.get(themeSettings)
  return {
    lang,
    dir,
    icon: settings.get(brandingSettings).square_icon,
    primaryColor: themes[theme]?.primary_color ?? '#0033ff',
  }
}

function sendXml(
  reply: FastifyReply,
  body: string | Readable,
  type = 'application/xml; charset=utf-8',
) {
  return reply.header('cache-control', cacheControl).type(type).send(body)
}
