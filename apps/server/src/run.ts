import type { FastifyInstance } from 'fastify'
import { makeApp } from './app.ts'
import { listeners } from './features.ts'
import type { Config } from './kernel/config.ts'
import { type Readiness, serveMetrics } from './kernel/health.ts'
import { portOf } from './kernel/http.ts'
import { releaseStartMemory } from './kernel/memory.ts'
import { openContext } from './kernel/open-context.ts'
import { productionBuild } from './kernel/web/build-source.ts'
import { pagesFrom } from './pages.ts'

/** What a process does: answers requests, works the queues, or both. */
export type Role = 'serve' | 'work' | 'all'

export type Running = { port: number; stop(): Promise<void> }

/** Starts a process in its role and says how to stop it. */
export async function run(config: Config, role: Role): Promise<Running> {
  const started = performance.now()
  const ctx = await openContext({ config, listeners, works: role !== 'serve' })
  const readiness: Readiness = { isReady: false }
  const app =
    role === 'work'
      ? undefined
      : await makeApp(ctx, { readiness, mountPages: pagesFrom(productionBuild()) })
  const metrics = await serveMetrics(ctx)
  if (role !== 'serve') await ctx.jobs.work(ctx)
  await app?.listen({ host: config.host, port: config.port })
  releaseStartMemory()
  readiness.isReady = true
  const port = app === undefined ? 0 : portOf(app.server)
  ctx.log.info({ role, port, ms: Math.round(performance.now() - started) }, 'ready')
  return {
    port,
    async stop() {
      readiness.isReady = false
      ctx.log.info('stopping')
      await close(app)
      await metrics?.close()
      await ctx.close()
      ctx.log.info('stopped')
    },
  }
}

/** Requests under way are answered; a connection is cut as soon as none is left on it. */
async function close(app: FastifyInstance | undefined) {
  if (app === undefined) return
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close().finally(() => clearInterval(sweep))
}
