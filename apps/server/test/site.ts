import { ApiError, type Client, createClient, type Transport } from '@stoa/contract/client'
import type { ErrorCode } from '@stoa/contract/errors'
import { reasonOf } from '@stoa/contract/errors'
import type { Envelope } from '@stoa/contract/envelope'
import type { FastifyInstance } from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createApp } from '../src/app.ts'
import { installSite } from '../src/features/admin/install/install.actions.ts'
import { listeners } from '../src/features.ts'
import { readConfig } from '../src/platform/process/read-config.ts'
import type { WriteDb } from '../src/kernel/database.ts'
import type { PlatformContext } from '../src/platform/context.ts'
import type { Readiness } from '../src/platform/http/health.ts'
import { openContext } from '../src/platform/process/open-context.ts'
import { currentScope } from '../src/kernel/request-scope.ts'
import { solveCaptchas } from './captcha.ts'
import { createTestDatabase } from './databases.ts'

export type TestSite = {
  ctx: PlatformContext
  /** Writes test data directly. */
  db: WriteDb
  app: FastifyInstance
  /** An API client that solves captchas, for a visitor or a session token. */
  as(token?: string): Client
  readiness: Readiness
  /** Moves the server's clock. */
  advance(ms: number): void
  close(): Promise<void>
}

type Options = {
  env?: Record<string, string>
  works?: boolean
  engine?: 'postgres' | 'pglite'
  isInstalled?: boolean
  /** The port of a proxy in front of the database. */
  databasePort?: number
  /** A shared database, which is not dropped on close. */
  databaseUrl?: string
}

export const admin = { email: 'rut@example.org', password: 'a porch with columns' }

/** A complete site with its own database. */
export async function aSite(options: Options = {}): Promise<TestSite> {
  const storage = options.engine === 'pglite' ? createFolder() : await createDatabase(options)
  const files = mkdtempSync(join(tmpdir(), 'stoa-files-'))
  const pageStore = `${files}-pages`
  const pluginsDir = `${files}-plugins`
  const config = readConfig({
    STOA_LOG_LEVEL: 'silent',
    STOA_PORT: '0',
    STOA_FILES_DIR: files,
    STOA_PAGE_STORE_DIR: pageStore,
    STOA_PLUGINS_DIR: pluginsDir,
    // Tests send bursts; overload protection is tested in the kernel.
    STOA_REQUESTS_AT_ONCE: '1000',
    STOA_DATABASE_WAIT_MS: '60000',
    // Large sites are filled with single statements.
    STOA_DATABASE_STATEMENT_MS: '300000',
    STOA_READ_LIMITS: 'false',
    ...storage.env,
    ...options.env,
  })
  let clockOffset = 0
  const clock = { now: () => new Date(Date.now() + clockOffset) }
  const ctx = await openContext({ config, listeners, isWorker: options.works ?? false, clock })
  if (options.isInstalled !== false) await installDefault(ctx)
  const readiness = { isReady: true }
  const app = await createApp(ctx, { readiness })
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('x-sql-count', currentScope()?.sqlCount ?? 0)
  })
  if (options.works === true) await ctx.jobs.work(ctx)
  return {
    ctx,
    db: ctx.autocommit,
    app,
    readiness,
    as: (token) => clientOf(ctx, app, token),
    advance(ms) {
      clockOffset += ms
    },
    async close() {
      await app.close()
      await ctx.close()
      await storage.remove()
      for (const folder of [files, pageStore, pluginsDir])
        rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function installDefault(ctx: PlatformContext) {
  await installSite(ctx, {
    siteName: 'Porch',
    siteUrl: 'http://localhost:3000',
    contactEmail: admin.email,
    language: 'en_US',
    adminName: 'Rut',
    adminEmail: admin.email,
    adminPassword: admin.password,
  })
}

async function createDatabase({ databasePort: port, databaseUrl }: Options) {
  if (databaseUrl !== undefined)
    return { env: { STOA_DATABASE_URL: databaseUrl }, remove: async () => {} }
  const database = await createTestDatabase()
  const url = new URL(database.url)
  if (port !== undefined) url.port = String(port)
  return { env: { STOA_DATABASE_URL: url.href }, remove: database.drop }
}

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-'))
  return {
    env: { STOA_DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function clientOf(ctx: PlatformContext, app: FastifyInstance, token?: string): Client {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  return createClient(solveCaptchas(ctx, injectTransport(app, headers)))
}

/** The complete HTTP server, without a socket. */
function injectTransport(app: FastifyInstance, headers: Record<string, string> = {}): Transport {
  return async (endpoint, input, options) => {
    const isGet = endpoint.method === 'GET'
    const key = options.idempotencyKey
    const response = await app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      ...(isGet ? { query: toQuery(input) } : { payload: input as object }),
    })
    const envelope = response.json<Envelope>()
    expect(envelope.status).toBe(response.statusCode)
    return envelope
  }
}

function toQuery(input: unknown) {
  const entries = Object.entries(input as Record<string, string | number | boolean | undefined>)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** The envelope of a rejected call. */
export async function rejectionOf(call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error.envelope
    throw error
  }
  throw new Error('expected the call to be rejected')
}

export async function expectError(call: Promise<unknown>, code: ErrorCode) {
  const envelope = await rejectionOf(call)
  expect(envelope.reason).toBe(reasonOf(code))
  return envelope
}
