import { readCosts } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { performance } from 'node:perf_hooks'
import type { PlatformContext } from '../context.ts'
import { AppError } from '../../kernel/errors.ts'
import { currentScope } from '../../kernel/request-scope.ts'
import { localeOf } from '../../kernel/requests.ts'
import { priorityOf, readerOf } from './callers.ts'
import {
  acquire,
  adjustConcurrency,
  type ConcurrencyLimiter,
  countRunning,
  createConcurrencyLimiter,
  isFull,
  type Permit,
  release,
} from './concurrency-limiter.ts'
import { createConnectionDrain } from './connection-drain.ts'
import { policies, priorities, type Priority } from './priorities.ts'
import { createReadLimits } from './read-limits.ts'
import { type Rejection, renderRejection } from './rejection.ts'
import { createSessionTrust, type SessionTrust } from './session-trust.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For cheap routes such as static files: served under any load. */
    bypassesLimiter?: true
    /** Points charged to the read limit of the sender; default 1. */
    readCost?: number
  }
  interface FastifyInstance {
    streamWithPermits: StreamWithPermits
  }
  interface FastifyRequest {
    permit: Permit | null
    /** Waits for a render that another request holds a permit for. */
    sharesRender: boolean
    /** Rejected by overload protection or a read limit, before the handler ran. */
    isRejected: boolean
  }
}

const adjustIntervalMs = 100

export type OverloadProtection = { recordSession: SessionTrust['record'] } & Pick<
  PermitHolder,
  'withoutPermit'
>

/**
 * Bounds concurrency and sheds load. Requests that would wait too long are rejected before their body is read; a permit is
 * held from the last byte of the body until the response is ready, so slow clients hold none.
 * Requests that an `onRequest` hook responds to need no permit.
 */
export function mountOverloadProtection(
  app: FastifyInstance,
  ctx: PlatformContext,
): OverloadProtection {
  const { requests_at_once: configured, database_pool: pool } = ctx.config
  const drain = createConnectionDrain()
  const limiter = createConcurrencyLimiter({
    now: () => performance.now(),
    whenReady: drain.whenDrained,
    concurrency: configured ?? pool,
    // Requests do not need a database connection all the time.
    maxConcurrency: configured ?? 4 * pool,
  })
  const trust = createSessionTrust()
  const holder = createPermitHolder(ctx, limiter)
  const limitRead = createReadLimiter(ctx, trust)

  app.decorateRequest('permit', null)
  app.decorateRequest('isRejected', false)
  app.decorateRequest('sharesRender', false)
  app.decorate('streamWithPermits', holder.streamWithPermits)
  app.addHook('preParsing', (request, reply, _payload, done) => {
    drain.recordArrival()
    if (bypassesLimiter(request)) return done()
    const retryAfter = limitRead(request)
    if (retryAfter > 0) return reject(ctx, request, reply, { status: 429, retryAfter })
    const priority = priorityOf(ctx, trust, request)
    return isFull(limiter, priority) ? shed(ctx, request, reply, priority) : done()
  })
  app.addHook('preHandler', async (request, reply) => {
    if (bypassesLimiter(request)) return
    const priority = priorityOf(ctx, trust, request)
    if (!(await holder.acquireFor(request, reply, priority)))
      return shed(ctx, request, reply, priority)
    const scope = currentScope()
    if (scope !== undefined)
      scope.withoutPermit = (wait) => holder.withoutPermit(request, reply, wait)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    holder.releaseFor(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // If the client disconnected, the handler still runs: then the permit is released in `onSend`.
    if (reply.sent) holder.releaseFor(request)
    done()
  })
  measureUtilization(app, (utilization) => {
    adjustConcurrency(limiter, utilization)
    updateMetrics(ctx, limiter)
  })
  return { withoutPermit: holder.withoutPermit, recordSession: trust.record }
}

function bypassesLimiter(request: FastifyRequest) {
  return request.routeOptions.config.bypassesLimiter === true || request.sharesRender
}

type PermitHolder = ReturnType<typeof createPermitHolder>

function createPermitHolder(ctx: PlatformContext, limiter: ConcurrencyLimiter) {
  async function acquireFor(request: FastifyRequest, reply: FastifyReply, priority: Priority) {
    const requestedAt = limiter.now()
    const isGranted = await new Promise<boolean>((onDecision) => {
      const permit = acquire(limiter, priority, onDecision)
      request.permit = permit
      if (permit.state !== 'waiting') return
      // This promise then never settles: nobody waits for the response any more.
      reply.raw.once('close', () => permit.state === 'waiting' && release(limiter, permit))
    })
    ctx.metrics.permitWait.observe({ rank: priority }, (limiter.now() - requestedAt) / 1000)
    return isGranted
  }

  function releaseFor(request: FastifyRequest) {
    if (request.permit !== null) release(limiter, request.permit)
  }

  /** Releases the permit while something slow is awaited, such as an upload. */
  async function withoutPermit<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    wait: () => Promise<T>,
  ) {
    const priority = request.permit?.priority
    releaseFor(request)
    const result = await wait()
    if (priority === undefined || (await acquireFor(request, reply, priority))) return result
    throw new AppError('base.busy', { hint: { retry_after: policies[priority].retryAfter.min } })
  }

  async function* produce<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    chunks: AsyncIterator<T>,
  ) {
    const priority = request.permit?.priority ?? 'visitor'
    try {
      for (;;) {
        if (!(await acquireFor(request, reply, priority))) throw new AppError('base.busy')
        const next = await chunks.next().finally(() => releaseFor(request))
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

  return { acquireFor, releaseFor, withoutPermit, streamWithPermits }
}

/**
 * Produces each chunk of a stream with a permit and holds none while the client reads it. A client that has not read all of
 * it after `limitMs` is disconnected.
 */
type StreamWithPermits = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  source: AsyncIterable<T>,
  limitMs: number,
) => AsyncGenerator<T, void>

/** Returns 0, or the seconds to wait when the sender has used up its read limit. */
function createReadLimiter(ctx: PlatformContext, trust: SessionTrust) {
  const take = createReadLimits(() => ctx.clock.now().getTime())
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
      ctx.log.warn('read limit reached by a proxy that is not listed in STOA_TRUST_PROXY')
    }
    return waitSeconds
  }
}

function updateMetrics({ metrics }: PlatformContext, limiter: ConcurrencyLimiter) {
  metrics.concurrency.set(limiter.concurrency)
  metrics.permitsHeld.set(countRunning(limiter))
  for (const priority of priorities)
    metrics.permitsWaiting.set({ rank: priority }, limiter.waiting[priority].size)
}

function shed(
  ctx: PlatformContext,
  request: FastifyRequest,
  reply: FastifyReply,
  priority: Priority,
) {
  ctx.metrics.rejected.inc({ rank: priority })
  const { min, max } = policies[priority].retryAfter
  const retryAfter = min + Math.floor(Math.random() * (max - min + 1))
  reject(ctx, request, reply, { status: 503, retryAfter })
}

function reject(
  ctx: PlatformContext,
  request: FastifyRequest,
  reply: FastifyReply,
  rejection: Rejection,
) {
  request.isRejected = true
  reply.hijack()
  const { headers, body } = renderRejection({
    path: request.url,
    locale: localeOf(ctx, request),
    rejection,
    siteUrl: ctx.settings.get(generalSettings).site_url,
  })
  reply.raw.writeHead(rejection.status, { ...headers, 'x-request-id': request.id }).end(body)
}

function measureUtilization(app: FastifyInstance, onMeasured: (utilization: number) => void) {
  let previous = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const current = performance.eventLoopUtilization()
    onMeasured(performance.eventLoopUtilization(current, previous).utilization)
    previous = current
  }, adjustIntervalMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
