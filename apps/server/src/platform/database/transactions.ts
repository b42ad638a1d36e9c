import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db, Transaction } from '../../kernel/database.ts'
import { countStatement } from '../../kernel/request-scope.ts'

/** Runs transactions that pipeline `begin`, deferred statements and `commit`. */
export function createTransaction(pool: pg.Pool, toDb: (client: pg.PoolClient) => Db): Transaction {
  return async (work) => {
    const client = await pool.connect()
    const db = Object.assign(toDb(client), { transaction: failNested })
    // Not awaited, so that it is sent together with the first statement.
    const begin = send(client, 'begin')
    begin.catch(() => {})
    try {
      const deferred: SQL[] = []
      const value = await work(db, deferred)
      await Promise.all([begin, ...flushAndCommit(client, deferred)])
      client.release()
      return value
    } catch (error) {
      await rollBack(client)
      throw error
    }
  }
}

/** Drizzle would begin a second transaction on the same connection, whose commit would end the first. */
function failNested() {
  throw new Error('nested transactions are not supported')
}

const dialect = new PgDialect()

/** Pipelined: when a statement fails, PostgreSQL rolls back at the commit that follows. */
function flushAndCommit(client: pg.PoolClient, deferred: readonly SQL[]) {
  // All are built before any is sent, so that an error in building sends nothing.
  const queries = deferred.map((statement) => dialect.sqlToQuery(statement))
  const results = queries.map(({ sql: text, params }) => send(client, text, params))
  return [...results, commit(client)]
}

async function commit(client: pg.PoolClient) {
  const { command } = await send(client, 'commit')
  if (command !== 'COMMIT')
    throw new Error('transaction was rolled back because a statement failed')
}

function send(client: pg.PoolClient, text: string, values: unknown[] = []) {
  countStatement()
  return client.query<Record<string, unknown>>({ text }, values)
}

/** Discards a connection whose rollback fails. */
async function rollBack(client: pg.PoolClient) {
  try {
    await send(client, 'rollback')
    client.release()
  } catch {
    client.release(true)
  }
}
