import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Context } from './context.ts'

/** Whether this process wants traffic; off while it starts and while it stops. */
export type Readiness = { isReady: boolean }

const checkTimeoutMs = 2_000

/** `/healthz` says that the process lives, `/readyz` that it can work. Neither touches content. */
export function mountHealth(app: FastifyInstance, ctx: Context, readiness: Readiness) {
  app.get('/healthz', { config: { needsNoTurn: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { config: { needsNoTurn: true } }, async (_request, reply) => {
    if (ctx.setup !== null) {
      const state = { status: 'installing', database: 'none', installed: false }
      return reply.code(503).header('cache-control', 'no-store').send(state)
    }
    const database = (await answersInTime(ctx)) ? 'ok' : 'down'
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

async function answersInTime(ctx: Context) {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), checkTimeoutMs).unref()
  })
  const check = ctx.primary.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return await Promise.race([check, timeout])
}

/** Prometheus reads on a port of its own, so that it is never public by accident. */
export async function serveMetrics(ctx: Context) {
  if (ctx.config.metrics_port === 0) return null
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => {
    const { waiting, dead } = await ctx.jobs.counts()
    ctx.metrics.jobsWaiting.set(waiting)
    ctx.metrics.jobsDead.set(dead)
    return reply.type(ctx.metrics.registry.contentType).send(await ctx.metrics.registry.metrics())
  })
  await app.listen({ host: ctx.config.host, port: ctx.config.metrics_port })
  return app
}
