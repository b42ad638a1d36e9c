import { readCosts } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { performance } from 'node:perf_hooks'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { localeOf } from '../http.ts'
import { currentScope } from '../request-scope.ts'
import { rankOf, readerOf } from './callers.ts'
import { watchDoor } from './door.ts'
import { policies, type Rank, ranks } from './ranks.ts'
import { makeReadLimits } from './read-limits.ts'
import { type Refused, refusalFor } from './refusal.ts'
import { makeSessionTrust, type SessionTrust } from './session-trust.ts'
import {
  countWorking,
  endTurn,
  isFull,
  openTurns,
  takeTurn,
  tendTurns,
  type Turn,
  type Turns,
} from './turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For what costs next to nothing, such as files: answered however many others wait. */
    needsNoTurn?: true
    /** What a request costs of its sender's budget for reading; 1 if not said. */
    readCost?: number
  }
  interface FastifyInstance {
    streamWithPermits: StreamWithPermits
  }
  interface FastifyRequest {
    turn: Turn | null
    /** Gets what is being made in the turn of another. */
    joinsAnother: boolean
    /** Rejected because too many wait, or because its sender has read too much. */
    isRefused: boolean
  }
}

const tendEveryMs = 100

export type Valves = { noteSession: SessionTrust['note'] } & Pick<Entrance, 'whileAway'>

/**
 * Bounds what is worked on at once. Whoever would wait too long is turned away before their body is read; a turn
 * begins when all of it has arrived and ends when the reply is made, so that nobody holds one over a slow line.
 * What is answered in an `onRequest` hook needs none.
 */
export function mountValves(app: FastifyInstance, ctx: Context): Valves {
  const { requests_at_once: most, database_pool: pool } = ctx.config
  const door = watchDoor()
  const turns = openTurns({
    now: () => performance.now(),
    whenReady: door.whenQuiet,
    atOnce: most ?? pool,
    // Not all of them need a connection all the time.
    mostAtOnce: most ?? 4 * pool,
  })
  const trust = makeSessionTrust()
  const { enter, leave, whileAway, streamWithPermits } = makeEntrance(ctx, turns)
  const rank = (request: FastifyRequest) => rankOf(ctx, trust, request)
  const limitRead = makeReadLimiter(ctx, trust)

  app.decorateRequest('turn', null)
  app.decorateRequest('isRefused', false)
  app.decorateRequest('joinsAnother', false)
  app.decorate('streamWithPermits', streamWithPermits)
  app.addHook('preParsing', (request, reply, _payload, done) => {
    door.note()
    if (needsNoTurn(request)) return done()
    const waitSeconds = limitRead(request)
    if (waitSeconds > 0) return refuse(ctx, request, reply, { status: 429, seconds: waitSeconds })
    const of = rank(request)
    return isFull(turns, of) ? turnAway(ctx, request, reply, of) : done()
  })
  app.addHook('preHandler', async (request, reply) => {
    if (needsNoTurn(request)) return
    const of = rank(request)
    if (!(await enter(request, reply, of))) return turnAway(ctx, request, reply, of)
    const scope = currentScope()
    if (scope !== undefined) scope.withoutPermit = (wait) => whileAway(request, reply, wait)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Work goes on when its reader has gone: then the turn ends with the work, at `onSend`.
    if (reply.sent) leave(request)
    done()
  })
  tendRegularly(app, (worked) => {
    tendTurns(turns, worked)
    showTurns(ctx, turns)
  })
  return { whileAway, noteSession: trust.note }
}

function needsNoTurn(request: FastifyRequest) {
  return request.routeOptions.config.needsNoTurn === true || request.joinsAnother
}

type Entrance = ReturnType<typeof makeEntrance>

function makeEntrance(ctx: Context, turns: Turns) {
  async function enter(request: FastifyRequest, reply: FastifyReply, rank: Rank) {
    const askedAt = turns.now()
    const isMine = await new Promise<boolean>((decide) => {
      const turn = takeTurn(turns, rank, decide)
      request.turn = turn
      if (turn.state !== 'waiting') return
      // A wait that ends so is never decided: nobody is left to be told.
      reply.raw.once('close', () => turn.state === 'waiting' && endTurn(turns, turn))
    })
    ctx.metrics.turnWait.observe({ rank }, (turns.now() - askedAt) / 1000)
    return isMine
  }

  function leave(request: FastifyRequest) {
    if (request.turn !== null) endTurn(turns, request.turn)
  }

  /** Waits for what a slow line brings without keeping others from being worked on. */
  async function whileAway<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    wait: () => Promise<T>,
  ) {
    const rank = request.turn?.rank
    leave(request)
    const brought = await wait()
    if (rank === undefined || (await enter(request, reply, rank))) return brought
    throw new AppError('base.busy', { hint: { retry_after: policies[rank].retryAfter.from } })
  }

  async function* produce<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    chunks: AsyncIterator<T>,
  ) {
    const rank = request.turn?.rank ?? 'visitor'
    try {
      for (;;) {
        if (!(await enter(request, reply, rank))) throw new AppError('base.busy')
        const next = await chunks.next().finally(() => leave(request))
        if (next.done === true) return
        yield next.value
      }
    } finally {
      await chunks.return?.()
    }
  }

  const streamWithPermits: StreamWithPermits = (request, reply, source, limitMs) => {
    const timer = setTimeout(() => reply.raw.destroy(), limitMs)
    reply.raw.once('close', () => clearTimeout(timer))
    return produce(request, reply, source[Symbol.asyncIterator]())
  }

  return { enter, leave, whileAway, streamWithPermits }
}

/**
 * Produces each chunk of a stream with a permit and holds none while the client takes it: a slow client keeps nobody
 * else waiting. After `limitMs` it is disconnected.
 */
type StreamWithPermits = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  source: AsyncIterable<T>,
  limitMs: number,
) => AsyncGenerator<T, void>

/** Charges a request to its sender; the seconds to wait when the budget is used up. */
function makeReadLimiter(ctx: Context, trust: SessionTrust) {
  const take = makeReadLimits(() => ctx.clock.now().getTime())
  let hasWarned = false

  return (request: FastifyRequest) => {
    const { readCost = readCosts.call } = request.routeOptions.config
    if (!ctx.config.read_limits || readCost === 0) return 0
    const reader = readerOf(ctx, trust, request)
    const waitSeconds = take(reader, readCost)
    if (waitSeconds === 0) return 0
    ctx.metrics.readsLimited.inc({ kind: reader.kind })
    const isProxied = request.headers['x-forwarded-for'] !== undefined
    if (isProxied && ctx.config.trust_proxy.length === 0 && !hasWarned) {
      hasWarned = true
      ctx.log.warn('read limit reached by a proxy that STOA_TRUST_PROXY does not name')
    }
    return waitSeconds
  }
}

function showTurns({ metrics }: Context, turns: Turns) {
  metrics.turnsAtOnce.set(turns.atOnce)
  metrics.turnsWorking.set(countWorking(turns))
  for (const rank of ranks) metrics.turnsWaiting.set({ rank }, turns.waiting[rank].size)
}

function turnAway(ctx: Context, request: FastifyRequest, reply: FastifyReply, rank: Rank) {
  ctx.metrics.refused.inc({ rank })
  const { from, to } = policies[rank].retryAfter
  const seconds = from + Math.floor(Math.random() * (to - from + 1))
  refuse(ctx, request, reply, { status: 503, seconds })
}

function refuse(ctx: Context, request: FastifyRequest, reply: FastifyReply, refused: Refused) {
  request.isRefused = true
  reply.hijack()
  const { headers, body } = refusalFor({
    path: request.url,
    locale: localeOf(ctx, request),
    refused,
    siteUrl: ctx.settings.get(generalSettings).site_url,
  })
  reply.raw.writeHead(refused.status, { ...headers, 'x-request-id': request.id }).end(body)
}

/** Tells several times a second which share of the time the process was at work. */
function tendRegularly(app: FastifyInstance, tend: (worked: number) => void) {
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    tend(performance.eventLoopUtilization(now, last).utilization)
    last = now
  }, tendEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
