import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres, type NodePgClient } from 'drizzle-orm/node-postgres'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../../kernel/config.ts'
import { lockFolder } from './folder-lock.ts'
import { countStatement } from '../../kernel/request-scope.ts'
import { privateFolder, protectDatabase } from '../files/private-files.ts'
import type { Db, Statements, Transaction } from '../../kernel/database.ts'
import { createStatements } from '../../kernel/prepared.ts'
import { createTransaction } from './transactions.ts'

export type Database = {
  db: Db
  transaction: Transaction
  engine: { kind: 'postgres'; pool: pg.Pool; url: string } | { kind: 'pglite'; client: PGlite }
  close(): Promise<void>
}

const logger = { logQuery: countStatement }

export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.database_url !== undefined) return openPostgres(config.database_url, config, log)
  return await openPglite(config.data_dir, log)
}

function openPostgres(url: string, config: Config, log: Logger): Database {
  const options = {
    max: config.database_pool,
    connectionTimeoutMillis: config.database_wait_ms,
    statement_timeout: config.database_statement_ms,
  }
  const pool = openPool(url, options, log)
  const areNamed = config.database_named_statements
  return {
    db: toDb(pool, createStatements(areNamed)),
    transaction: createTransaction(pool, toDb, areNamed),
    engine: { kind: 'postgres', pool, url },
    close: () => pool.end(),
  }
}

/** Counts each statement in the request scope. */
export function toDb(client: NodePgClient, statements: Statements): Db {
  return Object.assign(drizzlePostgres(client, { logger }), { statements })
}

export function openPool(url: string, options: pg.PoolConfig, log: Logger) {
  const pool = new pg.Pool({
    connectionString: url,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'stoa',
    // JIT and parallel workers cost more than they save on short statements. Search bitmaps must fit in work_mem.
    options: '-c jit=off -c max_parallel_workers_per_gather=0 -c work_mem=16MB',
    ...options,
  })
  // The pool replaces broken idle connections; without a listener the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // The same for connections in use, where the running statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Loaded on first use: 1.5 MB that a site on PostgreSQL does not need. */
async function loadPglite() {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const { unaccent } = await import('@electric-sql/pglite/contrib/unaccent')
  const { drizzle } = await import('drizzle-orm/pglite')
  return { PGlite, extensions: { pg_trgm, unaccent }, drizzle }
}

async function openPglite(folder: string, log: Logger): Promise<Database> {
  const { PGlite, extensions, drizzle } = await loadPglite()
  mkdirSync(folder, privateFolder)
  const lock = await lockFolder(folder)
  try {
    const client = await PGlite.create({
      dataDir: `${folder}/pg`,
      extensions,
    })
    protectDatabase(folder, log)
    const db = drizzle(client, { logger })
    return {
      db: Object.assign(db, { statements: createStatements(true) }) as unknown as Db,
      transaction: (work) => runInPglite(db, work),
      engine: { kind: 'pglite', client },
      async close() {
        await client.close()
        protectDatabase(folder, log)
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function runInPglite<T>(db: PgliteDatabase, work: (tx: Db) => Promise<T>) {
  return await db.transaction(async (tx) =>
    work(Object.assign(tx, { statements: createStatements(true) }) as unknown as Db),
  )
}
