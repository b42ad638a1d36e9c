// Loaded by `pnpm dev`, and reloaded whenever a file changes.
import { readConfig } from './platform/process/read-config.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import pg from 'pg'
import { createApp } from './app.ts'
import { addDemoContent } from './features/admin/demo/demo.actions.ts'
import { readDemoContent } from './features/admin/demo/demo.content.ts'
import { installSite } from './features/admin/install/install.actions.ts'
import { listeners } from './features.ts'
import type { Config } from './kernel/config.ts'
import type { Context } from './kernel/context.ts'
import { openDatabase } from './platform/database/database.ts'
import { createLog } from './platform/process/log.ts'
import { migrate } from './platform/database/migrate.ts'
import { openContext } from './platform/process/open-context.ts'
import { registerProcess } from './platform/process/process-registry.ts'
import type { WebBuildSource } from './platform/ssr/build-source.ts'
import { createPagesMount } from './pages.ts'

export const devAdmin = { email: 'admin@example.org', password: 'stoa-on-the-porch' }

export type DevSite = {
  handle(request: IncomingMessage, response: ServerResponse): void
  stop(): Promise<void>
}

/** Migrates the database, installs a new site, and starts serving requests and jobs. */
export async function startDevSite(web: WebBuildSource, siteUrl: string): Promise<DevSite> {
  const config = readConfig()
  await prepareDatabase(config)
  const ctx = await openContext({ config, listeners, isWorker: true })
  await installIfNew(ctx, siteUrl)
  const app = await createApp(ctx, {
    readiness: { isReady: true },
    mountPages: createPagesMount(web),
  })
  await app.ready()
  await ctx.jobs.work(ctx)
  const unregister = await registerProcess(ctx, 'all')
  return {
    handle: (request, response) => app.routing(request, response),
    async stop() {
      await app.close()
      await unregister()
      await ctx.close()
    },
  }
}

async function prepareDatabase(config: Config) {
  if (config.database_url === undefined) return
  await createIfMissing(config.database_url)
  const database = await openDatabase(config, createLog(config))
  try {
    await migrate(database, listeners)
  } finally {
    await database.close()
  }
}

async function createIfMissing(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rows.length === 0)
      await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function installIfNew(ctx: Context, siteUrl: string) {
  if (ctx.settings.isInstalled()) return
  await installSite(ctx, {
    siteName: 'Stoa',
    siteUrl,
    contactEmail: devAdmin.email,
    language: 'en_US',
    adminName: 'Rut',
    adminEmail: devAdmin.email,
    adminPassword: devAdmin.password,
  })
  await addDemoContent(ctx, await readDemoContent())
}
