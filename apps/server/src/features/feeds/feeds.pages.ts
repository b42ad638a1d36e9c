import { toLongId, typeOfId } from '@stoa/contract/ids'
import { readCosts } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { admitReader, isPrivate } from '../../kernel/admission.ts'
import type { Context } from '../../kernel/context.ts'
import type { Identify } from '../../kernel/dispatch.ts'
import { fail } from '../../kernel/errors.ts'
import { ownOrigins } from '../../kernel/origin.ts'
import { findTags } from '../tags/tags.queries.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { feedWriter } from './feeds.making.ts'
import {
  findListed,
  findPerson,
  listNewest,
  listNewestAnswers,
  listNewestOfPerson,
  listNewestOfTag,
} from './feeds.queries.ts'

type Written = { body: string; updated: Date }
type Params = Record<'name', string>
/** Makes the feed of one kind of thing by its name. */
type Make = (ctx: Context, origin: string, name: string) => Promise<Written>

/** Mounts the feeds. They tell what everyone who may read the site sees, and so are the same for all. */
export function mountFeeds(app: FastifyInstance, ctx: Context, identify: Identify) {
  const config = { readCost: readCosts.feed }
  const mount = (path: string, make: Make) =>
    app.get<{ Params: Partial<Params> }>(path, { config }, async (request, reply) => {
      await admitReader(ctx, identify, request)
      const { name = '' } = request.params
      if (name.includes('\0')) return fail('base.not_found')
      const [origin] = ownOrigins(request, ctx.settings.get(generalSettings).site_url)
      return send(ctx, request, reply, await make(ctx, origin, name))
    })
  mount('/feed.atom', ofSite)
  mount('/tags/:name/feed.atom', ofTag)
  mount('/questions/:name/feed.atom', ofQuestion)
  mount('/users/:name/feed.atom', ofPerson)
}

const ofSite: Make = async (ctx, origin) =>
  feedWriter(ctx.settings, origin).write({
    path: '/feed.atom',
    url: `${origin}/questions`,
    title: null,
    subtitle: ctx.settings.get(generalSettings).short_description,
    since: new Date(0),
    rows: await listNewest(ctx.db),
  })

const ofTag: Make = async (ctx, origin, name) => {
  const [tag] = await findTags(ctx.db, [name], tagPolicyOf(ctx.settings))
  if (tag === undefined) return fail('base.not_found')
  const { addresses, write } = feedWriter(ctx.settings, origin)
  return write({
    path: `/tags/${encodeURIComponent(tag.slug_name)}/feed.atom`,
    url: addresses.tag(tag.slug_name),
    title: tag.display_name,
    since: new Date(0),
    rows: await listNewestOfTag(ctx.db, tag.tag_id),
  })
}

const ofQuestion: Make = async (ctx, origin, name) => {
  const id = toLongId(name)
  const isQuestion = id !== null && typeOfId(id) === 'question'
  const question = isQuestion ? await findListed(ctx.db, id) : null
  if (question === null) return fail('base.not_found')
  const { addresses, write } = feedWriter(ctx.settings, origin)
  return write({
    path: `/questions/${question.questionId}/feed.atom`,
    url: addresses.question(question.questionId, question.slug),
    title: question.title,
    since: question.createdAt,
    rows: [...(await listNewestAnswers(ctx.db, question.questionId)), question],
  })
}

const ofPerson: Make = async (ctx, origin, name) => {
  const person = (await findPerson(ctx.db, name)) ?? fail('base.not_found')
  const { addresses, write } = feedWriter(ctx.settings, origin)
  return write({
    path: `/users/${encodeURIComponent(person.username)}/feed.atom`,
    url: addresses.person(person.username),
    title: person.displayName,
    since: person.createdAt,
    rows: await listNewestOfPerson(ctx.db, person.id),
  })
}

/**
 * Only the tag decides whether a reader has the newest: when a post is deleted, the feed changes and becomes
 * older at the same time.
 */
function send(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, updated }: Written,
) {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  void reply
    .header('etag', tag)
    .header('last-modified', updated.toUTCString())
    .header('cache-control', isPrivate(ctx) ? 'private, no-cache' : 'public, max-age=60')
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('application/atom+xml; charset=utf-8').send(body)
}

function isKnown(header: string | undefined, tag: string) {
  const known = header?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? []
  return known.includes(tag) || known.includes('*')
}
