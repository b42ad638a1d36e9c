import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db } from './database.ts'
import { countStatement } from './request-scope.ts'

/** What a transaction writes when all else is done, and what is made of the rows it gives. */
export type Last = { statement: SQL; use(rows: Record<string, unknown>[]): void }

/** Runs work in a transaction of its own; what it leaves in `last` is written right before the commit. */
export type Transaction = <T>(work: (db: Db, last: Last[]) => Promise<T>) => Promise<T>

/** What is sent without waiting leaves in one write, which costs more than most statements. */
export function sendTogether(pool: pg.Pool) {
  pool.on('connect', (client) => {
    const { stream } = client.connection
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const gathered = (...given: unknown[]) => {
      stream.cork()
      process.nextTick(() => stream.uncork())
      return query(...given)
    }
    client.query = gathered as typeof client.query
  })
}

/**
 * Transactions on the connections of a pool that send without waiting for replies. Each connection keeps one `Db`, so
 * that what is put together for it (prepared.ts) serves all transactions it will carry.
 */
export function transactionsOf(pool: pg.Pool, toDb: (client: pg.PoolClient) => Db): Transaction {
  const dbs = new WeakMap<pg.PoolClient, Db>()
  return async (work) => {
    const client = await pool.connect()
    const db = dbs.get(client) ?? toDb(client)
    dbs.set(client, db)
    // Nobody waits for it: it leaves with the first statement.
    const begun = send(client, 'begin')
    begun.catch(() => {})
    try {
      const last: Last[] = []
      const value = await work(Object.create(db, { transaction: { value: refuse } }) as Db, last)
      await Promise.all([begun, ...end(client, last)])
      client.release()
      return value
    } catch (error) {
      await undo(client)
      throw error
    }
  }
}

/** Drizzle would begin a second one on the same connection, whose commit ends the first. */
function refuse() {
  throw new Error('there is a transaction already')
}

const dialect = new PgDialect()

/** Put together before any of it is sent, then sent at once: when a statement fails, the commit behind it undoes all. */
function end(client: pg.PoolClient, last: readonly Last[]) {
  const built = last.map(({ statement, use }) => ({ ...dialect.sqlToQuery(statement), use }))
  const written = built.map(async ({ sql: text, params, use }) => {
    const { rows } = await send(client, text, params)
    use(rows)
  })
  return [...written, commit(client)]
}

async function commit(client: pg.PoolClient) {
  const { command } = await send(client, 'commit')
  if (command !== 'COMMIT') throw new Error('a statement failed, so nothing was committed')
}

function send(client: pg.PoolClient, text: string, values: unknown[] = []) {
  countStatement()
  return client.query<Record<string, unknown>>({ text }, values)
}

/** A connection that cannot even do this is not used again. */
async function undo(client: pg.PoolClient) {
  try {
    await send(client, 'rollback')
    client.release()
  } catch {
    client.release(true)
  }
}
