import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import type { PlatformContext } from '../context.ts'

/** False during startup and shutdown. */
export type Readiness = { isReady: boolean }

const checkTimeoutMs = 2_000
/** Bounds the database load of frequent health checks. */
const checkCacheMs = 1_000

/** Liveness at `/healthz`, readiness at `/readyz`. */
export function mountHealth(app: FastifyInstance, ctx: PlatformContext, readiness: Readiness) {
  app.get('/healthz', { config: { bypassesLimiter: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  const isDatabaseUp = cacheCheck(() => isDatabaseReachable(ctx))
  app.get('/readyz', { config: { bypassesLimiter: true } }, async (_request, reply) => {
    if (ctx.setup !== null) {
      const state = { status: 'installing', database: 'none', installed: false }
      return reply.code(503).header('cache-control', 'no-store').send(state)
    }
    const database = (await isDatabaseUp()) ? 'ok' : 'down'
    const isReady = readiness.isReady && database === 'ok'
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ready' : 'not ready',
        database,
        installed: ctx.settings.isInstalled(),
      })
  })
}

/** Caches the result for a moment and coalesces concurrent checks (single-flight). */
function cacheCheck(check: () => Promise<boolean>) {
  let running: Promise<boolean> | null = null
  let last = { at: -Infinity, result: false }
  return async () => {
    if (performance.now() - last.at < checkCacheMs) return last.result
    running ??= check()
      .then((result) => {
        last = { at: performance.now(), result }
        return result
      })
      .finally(() => (running = null))
    return await running
  }
}

async function isDatabaseReachable(ctx: PlatformContext) {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), checkTimeoutMs).unref()
  })
  const check = ctx.primary.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return await Promise.race([check, timeout])
}

/** On a separate port, which only listens locally by default. */
export async function serveMetrics(ctx: PlatformContext) {
  if (ctx.config.metrics_port === 0) return null
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => {
    const { waiting, dead } = await ctx.jobs.counts()
    ctx.metrics.jobsWaiting.set(waiting)
    ctx.metrics.jobsDead.set(dead)
    return reply.type(ctx.metrics.registry.contentType).send(await ctx.metrics.registry.metrics())
  })
  await app.listen({ host: ctx.config.metrics_host, port: ctx.config.metrics_port })
  return app
}
