import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { drizzle as drizzlePostgres, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { lockFolder } from './folder-lock.ts'
import { countStatement } from './request-scope.ts'
import { privateFolder, protectDatabase } from './private-files.ts'
import { nameStatements } from './statement-names.ts'
import { type Last, sendTogether, type Transaction, transactionsOf } from './transactions.ts'

/** Reads. Writers take a `Tx` (see transact.ts), which is a `Db` too. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** An open database of either engine. */
export type Database = {
  db: Db
  transaction: Transaction
  engine: { kind: 'postgres'; pool: pg.Pool; url: string } | { kind: 'pglite'; client: PGlite }
  close(): Promise<void>
}

const logger = { logQuery: countStatement }

/** Opens the configured database: a PostgreSQL server, or the embedded one in a folder. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.database_url !== undefined) return openPostgres(config.database_url, config, log)
  return await openFolder(config.data_dir, log)
}

function openPostgres(url: string, config: Config, log: Logger): Database {
  const options = {
    max: config.database_pool,
    connectionTimeoutMillis: config.database_wait_ms,
    statement_timeout: config.database_statement_ms,
    pipeline: true,
  }
  const pool = openPool(url, options, log)
  sendTogether(pool)
  nameStatements(pool, config.database_named_statements)
  return {
    db: toDb(pool),
    transaction: transactionsOf(pool, toDb),
    engine: { kind: 'postgres', pool, url },
    close: () => pool.end(),
  }
}

/** Reads and writes through a pool, or whatever else carries out a statement. Each statement is counted. */
export function toDb(client: pg.Pool | pg.PoolClient): Db {
  return drizzlePostgres(client, { logger })
}

/** Connections to a PostgreSQL server. */
export function openPool(url: string, options: pg.PoolConfig, log: Logger) {
  const pool = new pg.Pool({
    connectionString: url,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'stoa',
    // Compiling a statement takes longer than any of ours may run, and so does starting a second process for it.
    // What a search finds in its index has to fit, or every document is asked again.
    options: '-c jit=off -c max_parallel_workers_per_gather=0 -c work_mem=16MB',
    ...options,
  })
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // And so would that of one in use: whoever uses it is told by the statement that fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function openFolder(folder: string, log: Logger): Promise<Database> {
  mkdirSync(folder, privateFolder)
  const lock = await lockFolder(folder)
  try {
    const client = await PGlite.create({
      dataDir: `${folder}/pg`,
      extensions: { pg_trgm, unaccent },
    })
    protectDatabase(folder, log)
    // Both engines answer a query with `rows`, which is all that is read of a result here.
    const db = drizzlePglite(client, { logger }) as unknown as Db
    return {
      db,
      transaction: (work) => inFolder(db, work),
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

/** There is one connection, in this process: nothing is gained by not waiting. */
async function inFolder<T>(db: Db, work: (tx: Db, last: Last[]) => Promise<T>) {
  return await db.transaction(async (tx) => {
    const last: Last[] = []
    const value = await work(tx, last)
    for (const { statement, use } of last) use((await tx.execute(statement)).rows)
    return value
  })
}
