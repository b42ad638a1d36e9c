import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { encryptPluginSecrets } from './features/admin/plugins/stored-secrets.ts'
import { encryptWebhookSecrets } from './features/admin/webhooks/stored-secrets.ts'
import { encryptTotpSecrets } from './features/people/auth/second-factor/stored-secrets.ts'
import { identify } from './features/people/auth/sessions.ts'
import { captchaGuard } from './features/site/captcha/captcha-guard.ts'
import { listeners, routes } from './features.ts'
import type { Config } from './kernel/config.ts'
import type { PlatformContext } from './platform/context.ts'
import { createDispatch } from './platform/http/dispatch.ts'
import { type Readiness, serveMetrics } from './platform/http/health.ts'
import { portOf } from './platform/http/http.ts'
import { installLink } from './platform/install/install-gate.ts'
import { openContext } from './platform/process/open-context.ts'
import { generateSecret } from './kernel/secrets.ts'
import { registerProcess } from './platform/process/process-registry.ts'
import { loadProductionBuild } from './platform/ssr/build-source.ts'
import { connectPlugins } from './plugin-services.ts'
import { createPagesMount } from './pages.ts'

/** HTTP server, job worker, or both. */
export type Role = 'serve' | 'work' | 'all'

export type Running = { port: number; stop(): Promise<void> }

export type MountPages = ReturnType<typeof createPagesMount>

export async function run(baseConfig: Config, role: Role): Promise<Running> {
  const started = performance.now()
  const config = withInstallKey(baseConfig)
  const mountPages = role === 'work' ? null : createPagesMount(loadProductionBuild())
  const { ctx, app, readiness, close } = await openSite(config, role, mountPages)
  await app?.listen({ host: config.host, port: config.port })
  // Returns about 40 of 200 MB, which V8 would keep after the startup. Requires `node --expose-gc`.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  readiness.isReady = true
  const port = app === null ? 0 : portOf(app.server)
  ctx.log.info({ role, port, ms: Math.round(performance.now() - started) }, 'ready')
  if (app !== null) logInstallLink(ctx, port)
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

/** Generates the key once per process when none is configured. */
export function withInstallKey(config: Config): Config {
  return { ...config, install_key: config.install_key ?? generateSecret() }
}

export function logInstallLink(ctx: PlatformContext, port: number) {
  if (ctx.settings.isInstalled()) return
  const link = installLink(ctx.config, port)
  ctx.log.warn({ link }, 'not installed yet: open this link in a browser')
}

export type Site = {
  ctx: PlatformContext
  app: FastifyInstance | null
  readiness: Readiness
  close(): Promise<void>
}

export async function openSite(
  config: Config,
  role: Role,
  mountPages: MountPages | null,
): Promise<Site> {
  const ctx = await openContext({
    config,
    listeners,
    isWorker: role !== 'serve',
    canInitialize: role !== 'work',
  })
  await using opened = new AsyncDisposableStack()
  opened.defer(() => ctx.close())
  if (ctx.secrets.hasKey) {
    await encryptTotpSecrets(ctx)
    await encryptWebhookSecrets(ctx)
    await encryptPluginSecrets(ctx)
  } else ctx.log.warn('secrets are stored without encryption: set STOA_SECRET_KEY')
  const readiness: Readiness = { isReady: false }
  const app = mountPages === null ? null : await createApp(ctx, { readiness, mountPages })
  if (app === null)
    connectPlugins(ctx, createDispatch(ctx, routes, { identify, captcha: captchaGuard }))
  const metrics = await serveMetrics(ctx)
  opened.defer(async () => await metrics?.close())
  const unregister = await registerProcess(ctx, role)
  opened.defer(unregister)
  if (role !== 'serve') await ctx.jobs.work(ctx)
  const parts = opened.move()
  return { ctx, app, readiness, close: () => parts.disposeAsync() }
}

/** Finishes requests in progress and closes connections as soon as they are idle. */
async function closeServer(app: FastifyInstance) {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close().finally(() => clearInterval(sweep))
}
