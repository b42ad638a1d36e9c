import { readCosts } from '@stoa/contract/limits'
import { generalSettings, seoSettings } from '@stoa/contract/settings/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { isPrivate } from '../../kernel/admission.ts'
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { ownOrigins } from '../../kernel/origin.ts'
import { addressesOf } from '../posts/posts.settings.ts'
import { listFirstIds, readQuestions, readTags } from './sitemap.queries.ts'
import { toIndex, toLlms, toMap, toOpenSearch, toRobots } from './sitemap.texts.ts'

const kept = 'public, max-age=600'
const longestStreamMs = 60_000

/** What programs look for at a fixed address. A private site has no map, for members neither: it is for crawlers. */
export function mountSitemap(app: FastifyInstance, ctx: Context) {
  const stream = (request: FastifyRequest, reply: FastifyReply, map: AsyncIterable<string>) =>
    Readable.from(app.streamWithPermits(request, reply, map, longestStreamMs))
  const config = { readCost: readCosts.sitemap }
  app.get('/sitemap.xml', { config }, async (request, reply) => {
    mustBeOpen(ctx)
    const origin = originOf(ctx, request)
    const maps = (await listFirstIds(ctx)).map((_, at) => `/sitemap/question-${at + 1}.xml`)
    return sendXml(reply, toIndex([...maps, '/sitemap/tags.xml'].map((path) => origin + path)))
  })

  app.get<{ Params: { file: string } }>('/sitemap/:file', { config }, async (request, reply) => {
    mustBeOpen(ctx)
    const addresses = addressesOf(ctx.settings, originOf(ctx, request))
    const { file } = request.params
    if (file === 'tags.xml') {
      const map = toMap(readTags(ctx.db), ({ slugName, changedAt }) => ({
        url: addresses.tag(slugName),
        changedAt,
      }))
      return sendXml(reply, stream(request, reply, map))
    }
    const range = rangeOf(file, await listFirstIds(ctx))
    const map = toMap(readQuestions(ctx.db, range), ({ id, slug, changedAt }) => ({
      url: addresses.question(id, slug),
      changedAt,
    }))
    return sendXml(reply, stream(request, reply, map))
  })

  app.get('/robots.txt', async (request, reply) => {
    const site = { isPrivate: isPrivate(ctx), written: ctx.settings.get(seoSettings).robots }
    const text = toRobots({ ...site, origin: originOf(ctx, request) })
    return reply.header('cache-control', kept).type('text/plain; charset=utf-8').send(text)
  })

  app.get('/opensearch.xml', async (request, reply) => {
    const type = 'application/opensearchdescription+xml; charset=utf-8'
    return sendXml(reply, toOpenSearch(aboutOf(ctx, request)), type)
  })

  app.get('/llms.txt', async (request, reply) => {
    mustBeOpen(ctx)
    const text = toLlms(aboutOf(ctx, request))
    return reply.header('cache-control', kept).type('text/plain; charset=utf-8').send(text)
  })
}

function mustBeOpen(ctx: Context) {
  if (isPrivate(ctx) || !ctx.settings.isInstalled()) fail('base.not_found')
}

/** Which ids the nth map has. */
function rangeOf(file: string, firstIds: readonly string[]) {
  const number = Number(/^question-([1-9]\d{0,5})\.xml$/.exec(file)?.[1])
  const first = firstIds[number - 1] ?? fail('base.not_found')
  return { first, next: firstIds[number] }
}

function originOf(ctx: Context, request: FastifyRequest) {
  return ownOrigins(request, ctx.settings.get(generalSettings).site_url)[0]
}

function aboutOf(ctx: Context, request: FastifyRequest) {
  const { name, short_description, description } = ctx.settings.get(generalSettings)
  return { origin: originOf(ctx, request), name, description: short_description || description }
}

function sendXml(
  reply: FastifyReply,
  body: string | Readable,
  type = 'application/xml; charset=utf-8',
) {
  return reply.header('cache-control', kept).type(type).send(body)
}
