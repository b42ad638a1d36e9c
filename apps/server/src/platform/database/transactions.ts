import type pg from 'pg'
import type { Db, Transaction } from '../../kernel/database.ts'
import { countStatement } from '../../kernel/request-scope.ts'

/** Drizzle's own transactions report success when a caught error turned the commit into a rollback. */
export function createTransaction(pool: pg.Pool, toDb: (client: pg.PoolClient) => Db): Transaction {
  return async (work) => {
    const client = await pool.connect()
    try {
      await send(client, 'begin')
      const value = await work(Object.assign(toDb(client), { transaction: failNested }))
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
