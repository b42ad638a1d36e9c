import { toLongId, typeOfId } from '@stoa/contract/ids'
import { readCosts } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { assertCanReadSite, isPrivateSite } from '../../../kernel/access.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Identify } from '../../../kernel/route.ts'
import { fail } from '../../../kernel/errors.ts'
import { ownOrigins } from '../../../kernel/requests.ts'
import { findTags } from '../../content/tags/tags.queries.ts'
import { tagPolicyOf } from '../../content/tags/tags.settings.ts'
import { createFeedWriter } from './feeds.writer.ts'
import {
  findListed,
  findFeedUser,
  listNewest,
  listNewestAnswers,
  listNewestOfUser,
  listNewestOfTag,
} from './feeds.queries.ts'

type RenderedFeed = { body: string; updated: Date }
type Params = Record<'name', string>
type BuildFeed = (ctx: Context, origin: string, name: string) => Promise<RenderedFeed>

/** Feeds show what every reader of the site may see, so they are the same for all. */
export function mountFeeds(app: FastifyInstance, ctx: Context, identify: Identify) {
  const config = { readCost: readCosts.feed }
  const mount = (path: string, build: BuildFeed) =>
    app.get<{ Params: Partial<Params> }>(path, { config }, async (request, reply) => {
      await assertCanReadSite(ctx, identify, request)
      const { name = '' } = request.params
      if (name.includes('\0')) return fail('base.not_found')
      const [origin] = ownOrigins(request, ctx.settings.get(generalSettings).site_url)
      return send(ctx, request, reply, await build(ctx, origin, name))
    })
  mount('/feed.atom', buildSiteFeed)
  mount('/tags/:name/feed.atom', buildTagFeed)
  mount('/questions/:name/feed.atom', buildQuestionFeed)
  mount('/users/:name/feed.atom', buildUserFeed)
}

const buildSiteFeed: BuildFeed = async (ctx, origin) =>
  createFeedWriter(ctx.settings, origin).write({
    path: '/feed.atom',
    url: `${origin}/questions`,
    title: null,
    subtitle: ctx.settings.get(generalSettings).short_description,
    since: new Date(0),
    rows: await listNewest(ctx.db),
  })

const buildTagFeed: BuildFeed = async (ctx, origin, name) => {
  const [tag] = await findTags(ctx.db, [name], tagPolicyOf(ctx.settings))
  if (tag === undefined) return fail('base.not_found')
  const { urls, write } = createFeedWriter(ctx.settings, origin)
  return write({
    path: `/tags/${encodeURIComponent(tag.slug_name)}/feed.atom`,
    url: urls.tag(tag.slug_name),
    title: tag.display_name,
    since: new Date(0),
    rows: await listNewestOfTag(ctx.db, tag.tag_id),
  })
}

const buildQuestionFeed: BuildFeed = async (ctx, origin, name) => {
  const id = toLongId(name)
  const isQuestion = id !== null && typeOfId(id) === 'question'
  const question = isQuestion ? await findListed(ctx.db, id) : null
  if (question === null) return fail('base.not_found')
  const { urls, write } = createFeedWriter(ctx.settings, origin)
  return write({
    path: `/questions/${question.questionId}/feed.atom`,
    url: urls.question(question.questionId, question.slug),
    title: question.title,
    since: question.createdAt,
    rows: [...(await listNewestAnswers(ctx.db, question.questionId)), question],
  })
}

const buildUserFeed: BuildFeed = async (ctx, origin, name) => {
  const user = (await findFeedUser(ctx.db, name)) ?? fail('base.not_found')
  const { urls, write } = createFeedWriter(ctx.settings, origin)
  return write({
    path: `/users/${encodeURIComponent(user.username)}/feed.atom`,
    url: urls.user(user.username),
    title: user.displayName,
    since: user.createdAt,
    rows: await listNewestOfUser(ctx.db, user.id),
  })
}

/** Only the ETag is compared: deleting a post changes the feed and makes it older at once. */
function send(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, updated }: RenderedFeed,
) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  void reply
    .header('etag', etag)
    .header('last-modified', updated.toUTCString())
    .header('cache-control', isPrivateSite(ctx) ? 'private, no-cache' : 'public, max-age=60')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/atom+xml; charset=utf-8').send(body)
}

function matchesEtag(header: string | undefined, etag: string) {
  const etags = header?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? []
  return etags.includes(etag) || etags.includes('*')
}
