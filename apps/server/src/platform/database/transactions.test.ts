import type { Db } from '../../kernel/database.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../test/databases.ts'
import { readConfig } from '../process/read-config.ts'
import { type Database, openDatabase } from './database.ts'
import { prepared } from '../../kernel/prepared.ts'
import { sqlState } from '../../kernel/transact.ts'

let testDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>
let database: Database

beforeAll(async () => {
  testDatabase = await createEmptyDatabase()
  const config = readConfig({ STOA_DATABASE_URL: testDatabase.url })
  database = await openDatabase(config, pino({ level: 'silent' }))
  await database.db.execute(sql`create table words (word text primary key)`)
})
beforeEach(async () => {
  await database.db.execute(sql`delete from words`)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const insert = (word: string) => sql`insert into words values (${word}) returning word`
async function words() {
  const { rows } = await database.db.execute(sql`select word from words order by word`)
  return rows.map(({ word }) => word)
}

describe('createTransaction', () => {
  it('shows its writes to others after the commit', async () => {
    await database.transaction(async (db) => {
      await db.execute(insert('first'))
      expect((await db.execute(sql`select * from words`)).rows).toEqual([{ word: 'first' }])
      expect(await words()).toEqual([])
    })
    expect(await words()).toEqual(['first'])
  })

  it('rolls back when the work or a statement fails', async () => {
    const failAfter = async () => {
      throw new Error('changed my mind')
    }
    const write = database.transaction(async (db) => db.execute(insert('a')).then(failAfter))
    await expect(write).rejects.toThrow('changed my mind')
    const first = database.transaction(async (db) => db.execute(sql`select 1 / 0`))
    expect(sqlState(await first.catch((error: unknown) => error))).toBe('22012')
    expect(await words()).toEqual([])
  })

  it('throws when a caught error prevented the commit', async () => {
    const write = database.transaction(async (db) => {
      await db.execute(insert('a'))
      await db.execute(sql`select 1 / 0`).catch(() => {})
    })
    await expect(write).rejects.toThrow('transaction was rolled back')
    expect(await words()).toEqual([])
  })

  it('rejects nested transactions', async () => {
    const nested = database.transaction(async (db) => db.transaction(async () => {}))
    await expect(nested).rejects.toThrow('nested transactions are not supported')
  })

  it('fails when its connection is lost, and the next one uses another', async () => {
    const write = database.transaction(async (db) => {
      await db.execute(insert('a'))
      await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    })
    expect(sqlState(await write.catch((error: unknown) => error))).toBe('57P01')
    await database.transaction(async (db) => db.execute(insert('b')))
    expect(await words()).toEqual(['b'])
  })

  it('reuses statements prepared by previous transactions of the connection', async () => {
    let built = 0
    const echo = prepared((db: Db, { word }: { word: string }) => {
      built++
      return db.select({ word: sql<string>`${word}::text` }).from(sql`(select 1) as one_row`)
    })
    for (const word of ['a', 'b', 'c']) {
      const rows = await database.transaction((db) => echo(db, { word }, null, ''))
      expect(rows).toEqual([{ word }])
    }
    expect(built).toBe(1)
  })
})
