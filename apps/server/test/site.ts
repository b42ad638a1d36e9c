import { ApiError, type Client, clientOver, type Transport } from '@stoa/contract/client'
import type { ErrorCode } from '@stoa/contract/errors'
import { reasonOf } from '@stoa/contract/errors'
import type { Envelope } from '@stoa/contract/envelope'
import type { FastifyInstance } from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeApp } from '../src/app.ts'
import { installSite } from '../src/features/install/install.actions.ts'
import { listeners } from '../src/features.ts'
import { readConfig } from '../src/kernel/config.ts'
import type { Context } from '../src/kernel/context.ts'
import type { Readiness } from '../src/kernel/health.ts'
import { openContext } from '../src/kernel/open-context.ts'
import { currentScope } from '../src/kernel/request-scope.ts'
import { answering } from './challenges.ts'
import { createTestDatabase } from './databases.ts'

export type TestSite = {
  ctx: Context
  app: FastifyInstance
  /** A client over HTTP that answers challenges: for a visitor, or for the holder of a token. */
  as(token?: string): Client
  readiness: Readiness
  /** Moves the clock of the server. */
  advance(ms: number): void
  close(): Promise<void>
}

type Options = {
  env?: Record<string, string>
  works?: boolean
  engine?: 'postgres' | 'pglite'
  isInstalled?: boolean
  /** Reaches the database by this port, where a proxy may stand. */
  databasePort?: number
  /** A database that others use too; whoever made it removes it. */
  databaseUrl?: string
}

export const admin = { email: 'rut@example.org', password: 'a porch with columns' }

/** A whole site on a database of its own. */
export async function aSite(options: Options = {}): Promise<TestSite> {
  const place = options.engine === 'pglite' ? aFolder() : await aDatabase(options)
  const files = mkdtempSync(join(tmpdir(), 'stoa-files-'))
  const config = readConfig({
    STOA_LOG_LEVEL: 'silent',
    STOA_PORT: '0',
    STOA_FILES_DIR: files,
    // Tests come in bursts on purpose; how bursts are bounded is tested in kernel/valves.
    STOA_REQUESTS_AT_ONCE: '1000',
    STOA_DATABASE_WAIT_MS: '60000',
    // Large sites are filled in single statements.
    STOA_DATABASE_STATEMENT_MS: '300000',
    STOA_READ_LIMITS: 'false',
    ...place.env,
    ...options.env,
  })
  let shift = 0
  const clock = { now: () => new Date(Date.now() + shift) }
  const ctx = await openContext({ config, listeners, works: options.works ?? false, clock })
  if (options.isInstalled !== false) await installDefault(ctx)
  const readiness = { isReady: true }
  const app = await makeApp(ctx, { readiness })
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('x-sql-count', currentScope()?.sqlCount ?? 0)
  })
  if (options.works === true) await ctx.jobs.work(ctx)
  return {
    ctx,
    app,
    readiness,
    as: (token) => clientOf(ctx, app, token),
    advance(ms) {
      shift += ms
    },
    async close() {
      await app.close()
      await ctx.close()
      await place.remove()
      rmSync(files, { recursive: true, force: true })
    },
  }
}

async function installDefault(ctx: Context) {
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

async function aDatabase({ databasePort: port, databaseUrl }: Options) {
  if (databaseUrl !== undefined)
    return { env: { STOA_DATABASE_URL: databaseUrl }, remove: async () => {} }
  const database = await createTestDatabase()
  const url = new URL(database.url)
  if (port !== undefined) url.port = String(port)
  return { env: { STOA_DATABASE_URL: url.href }, remove: database.drop }
}

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-'))
  return {
    env: { STOA_DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A client that answers challenges: for a visitor, or for the holder of a token. */
export function clientOf(ctx: Context, app: FastifyInstance, token?: string): Client {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  return clientOver(answering(ctx, injectTransport(app, headers)))
}

/** Calls go through the whole HTTP server, without a socket. */
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

/** The envelope a refused call came back with. */
export async function refusalOf(call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error.envelope
    throw error
  }
  throw new Error('the call was expected to be refused')
}

export async function expectError(call: Promise<unknown>, code: ErrorCode) {
  const envelope = await refusalOf(call)
  expect(envelope.reason).toBe(reasonOf(code))
  return envelope
}
