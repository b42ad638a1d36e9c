import type { Db, ReadDb } from '../../kernel/database.ts'

const writeStatement =
  /\b(insert\s+into|update\s+\S+(\s+\S+)?\s+set|delete\s+from|merge\s+into|truncate|create|alter|drop)\b/i

/** Rejects raw SQL that writes, which would fail on a replica and bypass `transact`. */
export function toReadDb(db: Db): ReadDb {
  const execute = (query: Parameters<Db['execute']>[0]) => {
    const statement = db.execute(query)
    if (writeStatement.test(statement.getQuery().sql))
      throw new Error('writes need a transaction (transact) or ctx.autocommit')
    return statement
  }
  return Object.create(db, { execute: { value: execute } }) as ReadDb
}
