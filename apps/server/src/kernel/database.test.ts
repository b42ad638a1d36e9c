import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test/databases.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-db-'))
afterAll(() => rmSync(folder, { recursive: true }))

const log = pino({ level: 'silent' })

describe('the embedded database', () => {
  const config = readConfig({ STOA_DATA_DIR: join(folder, 'db') })

  it('makes its folder, keeps what was written, and takes one opener at a time', async () => {
    const first = await openDatabase(config, log)
    await first.db.execute(sql`create table kept (word text)`)
    await first.db.execute(sql`insert into kept values ('stays')`)
    await expect(openDatabase(config, log)).rejects.toThrow('is open in another Stoa process')
    await first.close()

    const second = await openDatabase(config, log)
    const result = await second.db.execute<{ word: string }>(sql`select word from kept`)
    expect(result.rows).toEqual([{ word: 'stays' }])
    await second.close()
  })
})

describe('a database server', () => {
  it('loses idle connections without ending the process', async () => {
    const place = await createEmptyDatabase()
    const config = readConfig({ STOA_DATABASE_URL: place.url, STOA_DATABASE_POOL: '2' })
    const database = await openDatabase(config, log)
    await database.db.execute(sql`select 1`)
    await place.endConnections()
    await expect
      .poll(() => database.db.execute(sql`select 1 as one`).then(({ rows }) => rows))
      .toEqual([{ one: 1 }])
    await database.close()
    await place.drop()
  })
})
