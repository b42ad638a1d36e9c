import { LiveQuery, livePath } from '@stoa/contract/features/live'
import { and, inArray } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { checkReading, findActiveActor, isActive, readSiteAccess } from '../../../kernel/access.ts'
import type { Context } from '../../../kernel/context.ts'
import { AppError, fail } from '../../../kernel/errors.ts'
import { countsTopic, questionTopic } from '../../../kernel/invalidation.ts'
import type { Identify } from '../../../kernel/route.ts'
import type { Actor, Viewer } from '../../../kernel/rules.ts'
import { readSessionToken } from '../../../kernel/session-cookie.ts'
import { questions } from '../../../schema/posts.ts'
import { isQuestionVisibleTo } from '../../content/shared/posts.visibility.ts'
import { askedKey, createHub, type Hub, isAccountTopic, isHiddenTopic } from './hub.ts'
import { answerPresence } from './presence.queries.ts'
import type { Stream } from './stream-index.ts'
import { createTurns } from './turns.ts'

/** Proxies close connections that are silent for a minute. */
const heartbeatSeconds = 25
/** More than one process should serve more. */
const maxPerProcess = 20_000
/** Browsers of one user; tabs of a browser share a stream. */
const maxPerUser = 10
/** A browser that reads so slowly asks again instead. */
const maxUnreadBytes = 64 * 1024

/** Of those that the mode of the site ends: browsers come back at about the same time, to be rejected. */
const endedPerSecond = 500

type OpenStream = Stream & {
  response: ServerResponse
  actor: Actor
  token: string
  ip: string
  beat: number
}

/** Streams say what changed; browsers then ask for it, so that everything they show is checked when it is read. */
export function mountLive(app: FastifyInstance, ctx: Context, identify: Identify) {
  const hub = createHub<OpenStream>()
  ctx.live.subscribe((topics) => {
    const changes = topics.filter((topic) => !isAccountTopic(topic) && !isHiddenTopic(topic))
    if (changes.length > 0) hub.publish(changes)
    for (const topic of topics.filter(isAccountTopic))
      void endIfLoggedOut(ctx, identify, hub.streamsOf(topic.slice(1)))
    // Browsers come back, and their access is checked again.
    for (const topic of topics.filter(isHiddenTopic))
      for (const { response } of hub.followersOf(topic.slice(1))) response.end()
  })
  startHeartbeat(app, ctx, hub)
  answerPresence(ctx.bus, hub.streamsOf)
  const waitForTurn = createTurns()
  let opened = 0

  // Waits for its own turn, because clients that are rejected would only come back.
  const config = { resolvesSession: 'token', bypassesLimiter: true, isStream: true } as const
  // A HEAD request would never end.
  app.get(livePath, { config, exposeHeadRoute: false }, async (request, reply) => {
    const token = readSessionToken(ctx, request) ?? fail('auth.required')
    if (hub.streams.size >= maxPerProcess)
      throw new AppError('base.busy', { hint: { retry_after: 60 } })
    if (!(await waitForTurn(() => request.raw.socket.destroyed))) return reply.hijack()
    const actor = (await findActiveActor(ctx, identify, request)) ?? fail('auth.required')
    const query = LiveQuery.safeParse(request.query)
    if (!query.success) return fail('base.request_format_error')
    const follows = await listFollowed(ctx, actor, query.data)
    endOldest(hub, actor.id)
    const stream = createStream(app.openEventStream(request, reply), {
      userId: actor.id,
      actor,
      follows,
      token,
      ip: request.ip,
      beat: opened++ % heartbeatSeconds,
    })
    addStream(hub, stream, query.data.after ?? lastEventId(request))
    return reply
  })
}

/** Apart from the route, so that no closure keeps the request for as long as the stream is open. */
function createStream(
  response: ServerResponse,
  fields: Omit<OpenStream, 'response' | 'send'>,
): OpenStream {
  return {
    ...fields,
    response,
    send(id, changes) {
      if (response.writableLength > maxUnreadBytes) response.destroy()
      else response.write(`id: ${id}\ndata: ${JSON.stringify(changes)}\n\n`)
    },
  }
}

function addStream(hub: Hub<OpenStream>, stream: OpenStream, after: string | undefined) {
  stream.response.once('close', () => hub.remove(stream))
  hub.add(stream, after)
}

/** A part of the streams every second. */
function startHeartbeat(app: FastifyInstance, ctx: Context, hub: Hub<OpenStream>) {
  let second = 0
  const timer = setInterval(() => {
    second = (second + 1) % heartbeatSeconds
    for (const { response, beat } of hub.streams) if (beat === second) response.write(':\n\n')
    endClosed(ctx, hub)
  }, 1_000).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Under maintenance. */
function endClosed(ctx: Context, hub: Hub<OpenStream>) {
  const site = readSiteAccess(ctx)
  if (site.mode !== 'maintenance') return
  const closed = [...hub.streams].filter(({ actor }) => checkReading(actor, site) !== null)
  for (const { response } of closed.slice(0, endedPerSecond)) response.end()
}

/** Of a user who was logged out or suspended. If the session cannot be checked, the browser comes back. */
async function endIfLoggedOut(ctx: Context, identify: Identify, streams: readonly OpenStream[]) {
  for (const { token, ip, response } of streams) {
    const actor = await identify(ctx, token, ip).catch(() => null)
    const isRejected = actor === null || !isActive(actor)
    if (isRejected || checkReading(actor, readSiteAccess(ctx)) !== null) response.end()
  }
}

/** Sent by browsers that reconnect on their own. */
function lastEventId({ headers }: FastifyRequest) {
  const id = headers['last-event-id']
  return typeof id === 'string' ? id : undefined
}

function endOldest(hub: Hub<OpenStream>, userId: string) {
  const streams = hub.streamsOf(userId)
  for (const { response } of streams.slice(0, Math.max(0, streams.length + 1 - maxPerUser)))
    response.end()
}

/** Only what the user may read, or a stream would say that something happens to it. */
async function listFollowed(ctx: Context, actor: Viewer, { questions: ids, lists }: LiveQuery) {
  const readable =
    ids === undefined
      ? []
      : await ctx.db
          .select({ id: questions.id })
          .from(questions)
          .where(and(inArray(questions.id, ids.split(',')), isQuestionVisibleTo(actor)))
  return [
    countsTopic(actor.id),
    ...readable.map(({ id }) => questionTopic(id)),
    ...(lists === undefined ? [] : [askedKey]),
  ]
}
