import type { FastifyInstance } from 'fastify'
import { createServer } from 'node:http'
import { makeApp } from './app.ts'
import { listeners } from './features.ts'
import { readConfig } from './kernel/config.ts'
import type { Context } from './kernel/context.ts'
import { openEmptyContext } from './kernel/empty-context.ts'
import { portOf, serverTimeouts } from './kernel/http.ts'
import { clientErrorHandler } from './kernel/http-errors.ts'
import {
  openSite,
  type Pages,
  type Role,
  type Running,
  tellHowToInstall,
  withInstallKey,
} from './run.ts'

type Env = Record<string, string | undefined>

/** What answers requests now. */
type Stage = { app: FastifyInstance; close(): Promise<void> }

/**
 * Starts a process that nobody has told where to keep its data. It shows the installer; as soon as a database is
 * chosen, the site itself answers on the same socket, and nobody has to start anything again.
 */
export async function runInstaller(env: Env, role: Role, pages: Pages): Promise<Running> {
  const config = withInstallKey(readConfig(env, { mayLackFile: true }))
  let site: Stage | null = null
  const ctx = openEmptyContext(config, listeners, {
    readConfig: () => ({ ...readConfig(env), install_key: config.install_key }),
    async proceed(chosen) {
      site = await openStage(chosen, role, pages)
      ctx.log.info({ role }, 'the site has a database')
    },
    hasProceeded: () => site !== null,
  })
  const installer = await openInstaller(ctx, pages)
  const server = createServer(serverTimeouts, (request, response) =>
    (site ?? installer).app.routing(request, response),
  )
  server.on('clientError', clientErrorHandler(ctx))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const port = portOf(server)
  ctx.log.info({ role, port, installed: false }, 'ready')
  tellHowToInstall(ctx, port)
  return {
    port,
    async stop() {
      ctx.log.info('stopping')
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      await new Promise((resolve) => server.close(resolve)).finally(() => clearInterval(sweep))
      await installer.close()
      await site?.close()
      ctx.log.info('stopped')
    },
  }
}

async function openInstaller(ctx: Context, pages: Pages): Promise<Stage> {
  const app = await makeApp(ctx, { readiness: { isReady: false }, mountPages: pages })
  await app.ready()
  return {
    app,
    async close() {
      await app.close()
      await ctx.close()
    },
  }
}

async function openStage(...of: Parameters<typeof openSite>): Promise<Stage> {
  const { app, readiness, close } = await openSite(...of)
  if (app === null) throw new Error('a site without pages cannot be installed')
  await app.ready()
  readiness.isReady = true
  return {
    app,
    async close() {
      readiness.isReady = false
      await app.close()
      await close()
    },
  }
}
