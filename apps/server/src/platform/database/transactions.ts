import type pg from 'pg'
import type { Db, Statements, Transaction } from '../../kernel/database.ts'
import { createStatements } from '../../kernel/prepared.ts'
import { countStatement } from '../../kernel/request-scope.ts'

type ToDb = (client: pg.PoolClient, statements: Statements) => Db

/**
 * Transactions on one connection share their prepared statements. Drizzle's own transactions report success when a caught
 * error turned the commit into a rollback.
 */
export function createTransaction(pool: pg.Pool, toDb: ToDb, areNamed: boolean): Transaction {
  const statements = new Map<pg.PoolClient, Statements>()
  pool.on('connect', (client) => void statements.set(client, createStatements(areNamed)))
  pool.on('remove', (client) => void statements.delete(client))
  return async (work) => {
    const client = await pool.connect()
    const db = toDb(client, statements.get(client) ?? createStatements(areNamed))
    try {
      await send(client, 'begin')
      const value = await work(Object.assign(db, { transaction: failNested }))
      await commit(client)
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

async function commit(client: pg.PoolClient) {
  const { command } = await send(client, 'commit')
  if (command !== 'COMMIT')
    throw new Error('transaction was rolled back because a statement failed')
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

function send(client: pg.PoolClient, text: string) {
  countStatement()
  return client.query(text)
}
