import type { FastifyInstance } from 'fastify'
import { createServer } from 'node:http'
import { createApp } from './app.ts'
import { listeners } from './features.ts'
import { readConfig } from './platform/process/read-config.ts'
import type { PlatformContext } from './platform/context.ts'
import { openEmptyContext } from './platform/process/empty-context.ts'
import { createSetup } from './platform/install/setup.ts'
import { portOf, serverTimeouts } from './platform/http/http.ts'
import { clientErrorHandler } from './platform/http/errors.ts'
import {
  openSite,
  type MountPages,
  type Role,
  type Running,
  logInstallLink,
  withInstallKey,
} from './run.ts'

type Env = Record<string, string | undefined>

/** The server that handles requests: first the installer, then the site. */
type Stage = { app: FastifyInstance; close(): Promise<void> }

/**
 * Runs the web installer in a process without a configured database. Once a database is chosen, the site takes over the
 * same socket without a restart.
 */
export async function runInstaller(env: Env, role: Role, mountPages: MountPages): Promise<Running> {
  const config = withInstallKey(readConfig(env, { isFileOptional: true }))
  let site: Stage | null = null
  const setup = createSetup(config.config_file, {
    readConfig: () => ({ ...readConfig(env), install_key: config.install_key }),
    async openSite(chosen) {
      site = await openStage(chosen, role, mountPages)
      ctx.log.info({ role }, 'site opened')
    },
    isSiteOpen: () => site !== null,
  })
  const ctx = openEmptyContext(config, listeners, setup)
  const installer = await openInstaller(ctx, mountPages)
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
  logInstallLink(ctx, port)
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

async function openInstaller(ctx: PlatformContext, mountPages: MountPages): Promise<Stage> {
  const app = await createApp(ctx, { readiness: { isReady: false }, mountPages })
  await app.ready()
  return {
    app,
    async close() {
      await app.close()
      await ctx.close()
    },
  }
}

async function openStage(...args: Parameters<typeof openSite>): Promise<Stage> {
  const { app, readiness, close } = await openSite(...args)
  if (app === null) throw new Error('site has no HTTP server')
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
