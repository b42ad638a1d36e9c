import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../test/databases.ts'
import { readConfig } from '../process/read-config.ts'
import { openDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-db-'))
afterAll(() => rmSync(folder, { recursive: true }))

const log = pino({ level: 'silent' })

describe('openDatabase with a data folder', () => {
  const config = readConfig({ STOA_DATA_DIR: join(folder, 'db') })

  it('creates the folder, persists data and allows one process at a time', async () => {
    const first = await openDatabase(config, log)
    await first.db.execute(sql`create table notes (word text)`)
    await first.db.execute(sql`insert into notes values ('stays')`)
    await expect(openDatabase(config, log)).rejects.toThrow('is open in another Stoa process')
    await first.close()

    const second = await openDatabase(config, log)
    const result = await second.db.execute<{ word: string }>(sql`select word from notes`)
    expect(result.rows).toEqual([{ word: 'stays' }])
    await second.close()
  })
})

describe('openDatabase with a server', () => {
  it('survives the loss of idle connections', async () => {
    const testDatabase = await createEmptyDatabase()
    const config = readConfig({ STOA_DATABASE_URL: testDatabase.url, STOA_DATABASE_POOL: '2' })
    const database = await openDatabase(config, log)
    await database.db.execute(sql`select 1`)
    await testDatabase.endConnections()
    await expect
      .poll(() => database.db.execute(sql`select 1 as one`).then(({ rows }) => rows))
      .toEqual([{ one: 1 }])
    await database.close()
    await testDatabase.drop()
  })
})
