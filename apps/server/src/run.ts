import type { FastifyInstance } from 'fastify'
import { makeApp } from './app.ts'
import { encryptTotpSecrets } from './features/second-factor/stored-secrets.ts'
import { listeners } from './features.ts'
import type { Config } from './kernel/config.ts'
import type { Context } from './kernel/context.ts'
import { type Readiness, serveMetrics } from './kernel/health.ts'
import { portOf } from './kernel/http.ts'
import { installLink } from './kernel/install-gate.ts'
import { releaseStartMemory } from './kernel/memory.ts'
import { openContext } from './kernel/open-context.ts'
import { newSecret } from './kernel/secrets.ts'
import { productionBuild } from './kernel/web/build-source.ts'
import { pagesFrom } from './pages.ts'

/** What a process does: answers requests, works the queues, or both. */
export type Role = 'serve' | 'work' | 'all'

export type Running = { port: number; stop(): Promise<void> }

/** Mounts the pages of a site. */
export type Pages = ReturnType<typeof pagesFrom>

/** Starts a process in its role and says how to stop it. */
export async function run(given: Config, role: Role): Promise<Running> {
  const started = performance.now()
  const config = withInstallKey(given)
  const pages = role === 'work' ? null : pagesFrom(productionBuild())
  const { ctx, app, readiness, close } = await openSite(config, role, pages)
  await app?.listen({ host: config.host, port: config.port })
  releaseStartMemory()
  readiness.isReady = true
  const port = app === null ? 0 : portOf(app.server)
  ctx.log.info({ role, port, ms: Math.round(performance.now() - started) }, 'ready')
  if (app !== null) tellHowToInstall(ctx, port)
  return {
    port,
    async stop() {
      readiness.isReady = false
      ctx.log.info('stopping')
      if (app !== null) await closeServer(app)
      await close()
      ctx.log.info('stopped')
    },
  }
}

/** Whoever installs needs a key; within one process it stays the same. */
export function withInstallKey(config: Config): Config {
  return { ...config, install_key: config.install_key ?? newSecret() }
}

export function tellHowToInstall(ctx: Context, port: number) {
  if (ctx.settings.isInstalled()) return
  const link = installLink(ctx.config, port)
  ctx.log.warn({ link }, 'not installed yet: open this link in a browser')
}

/** A site that is open but does not listen yet. */
export type Site = {
  ctx: Context
  app: FastifyInstance | null
  readiness: Readiness
  close(): Promise<void>
}

export async function openSite(config: Config, role: Role, pages: Pages | null): Promise<Site> {
  const ctx = await openContext({
    config,
    listeners,
    works: role !== 'serve',
    mayStart: role !== 'work',
  })
  await using opened = new AsyncDisposableStack()
  opened.defer(() => ctx.close())
  if (ctx.secrets.hasKey) await encryptTotpSecrets(ctx)
  else ctx.log.warn('secrets are stored without encryption: set STOA_SECRET_KEY')
  const readiness: Readiness = { isReady: false }
  const app = pages === null ? null : await makeApp(ctx, { readiness, mountPages: pages })
  const metrics = await serveMetrics(ctx)
  opened.defer(async () => await metrics?.close())
  if (role !== 'serve') await ctx.jobs.work(ctx)
  const parts = opened.move()
  return { ctx, app, readiness, close: () => parts.disposeAsync() }
}

/** Requests under way are answered; a connection is cut as soon as none is left on it. */
async function closeServer(app: FastifyInstance) {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close().finally(() => clearInterval(sweep))
}
