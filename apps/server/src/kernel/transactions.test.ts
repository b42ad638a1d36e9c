import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test/databases.ts'
import { readConfig } from './config.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { prepared } from './prepared.ts'
import { sqlState } from './transact.ts'

let place: Awaited<ReturnType<typeof createEmptyDatabase>>
let database: Database

beforeAll(async () => {
  place = await createEmptyDatabase()
  const config = readConfig({ STOA_DATABASE_URL: place.url })
  database = await openDatabase(config, pino({ level: 'silent' }))
  await database.db.execute(sql`create table words (word text primary key)`)
})
beforeEach(async () => {
  await database.db.execute(sql`delete from words`)
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const insert = (word: string) => sql`insert into words values (${word}) returning word`
async function words() {
  const { rows } = await database.db.execute(sql`select word from words order by word`)
  return rows.map(({ word }) => word)
}

describe('a transaction', () => {
  it('writes what is last with the commit, and hands over what that gave', async () => {
    const given: unknown[] = []
    await database.transaction(async (db, last) => {
      last.push({ statement: insert('second'), use: (rows) => void given.push(...rows) })
      await db.execute(insert('first'))
      expect((await db.execute(sql`select * from words`)).rows).toEqual([{ word: 'first' }])
    })
    expect(given).toEqual([{ word: 'second' }])
    expect(await words()).toEqual(['first', 'second'])
  })

  it('leaves nothing when its work fails, its first statement or its last', async () => {
    const refuse = async () => {
      throw new Error('changed my mind')
    }
    const write = database.transaction(async (db) => db.execute(insert('a')).then(refuse))
    await expect(write).rejects.toThrow('changed my mind')
    const first = database.transaction(async (db) => db.execute(sql`select 1 / 0`))
    expect(sqlState(await first.catch((error: unknown) => error))).toBe('22012')
    const lastly = database.transaction(async (db, last) => {
      await db.execute(insert('a'))
      last.push({ statement: insert('b'), use() {} }, { statement: insert('a'), use() {} })
    })
    expect(sqlState(await lastly.catch((error: unknown) => error))).toBe('23505')
    expect(await words()).toEqual([])
  })

  it('says so when nothing was committed because a failure was overlooked', async () => {
    const write = database.transaction(async (db) => {
      await db.execute(insert('a'))
      await db.execute(sql`select 1 / 0`).catch(() => {})
    })
    await expect(write).rejects.toThrow('nothing was committed')
    expect(await words()).toEqual([])
  })

  it('holds no other', async () => {
    const nest = database.transaction(async (db) => db.transaction(async () => {}))
    await expect(nest).rejects.toThrow('there is a transaction already')
  })

  it('fails alone when its connection is lost, and the next one gets another', async () => {
    const write = database.transaction(async (db) => {
      await db.execute(insert('a'))
      await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    })
    expect(sqlState(await write.catch((error: unknown) => error))).toBe('57P01')
    await database.transaction(async (db) => db.execute(insert('b')))
    expect(await words()).toEqual(['b'])
  })

  it('finds what the one before it put together on its connection', async () => {
    let built = 0
    const put = prepared((_db: Db, { word }: { word: string }) => {
      built++
      return sql<{ rows: { word: string }[] }>`insert into words values (${word}) returning word`
    })
    for (const word of ['a', 'b', 'c']) {
      const { rows } = await database.transaction((db) => put(db, { word }, null, ''))
      expect(rows).toEqual([{ word }])
    }
    expect(built).toBe(1)
    expect(await words()).toEqual(['a', 'b', 'c'])
  })
})
