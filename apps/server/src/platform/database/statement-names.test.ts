import type { Db } from '../../kernel/database.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../test/databases.ts'
import { readConfig } from '../process/read-config.ts'
import { type Database, openDatabase } from './database.ts'
import { prepared } from '../../kernel/prepared.ts'
import { createStatementNames } from './statement-names.ts'

const log = pino({ level: 'silent' })

async function listPrepared({ db }: Database) {
  const { rows } = await db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements order by statement`,
  )
  return rows.map(({ statement }) => statement)
}

const explicit = prepared((db: Db, { n }: { n: number }) =>
  db
    .select({ value: sql<number>`${n}::int` })
    .from(sql`(select 1) as one`)
    .limit(5),
)

async function sendRepeatedly({ db }: Database) {
  for (let time = 0; time < 4; time++) {
    await db.execute(sql`select ${time}::int + 1 as more`)
    await db.execute(sql`select 'a'::tsvector @@ ${'a'}::tsquery as found`)
    await db.execute(sql`select 1; select 2`)
    await db.execute(sql`select 1 limit ${1}`)
    await explicit(db, { n: time }, null, '')
  }
  await db.execute(sql`select ${1}::int as once`)
}

describe('nameStatements', () => {
  let testDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>
  beforeAll(async () => {
    testDatabase = await createEmptyDatabase()
  })
  afterAll(() => testDatabase.drop())

  it('prepares repeated statements whose plan does not depend on values', async () => {
    const database = await openDatabase(oneConnection(), log)
    await sendRepeatedly(database)
    expect(await listPrepared(database)).toEqual([
      'select $1::int + 1 as more',
      'select $1::int from (select 1) as one limit $2',
    ])
    await database.close()
  })

  it('prepares nothing when named statements are disabled', async () => {
    const config = { ...oneConnection(), database_named_statements: false }
    const database = await openDatabase(config, log)
    await sendRepeatedly(database)
    expect(await listPrepared(database)).toEqual([])
    await database.close()
  })

  function oneConnection() {
    return { ...readConfig({ STOA_DATABASE_URL: testDatabase.url }), database_pool: 1 }
  }
})

describe('createStatementNames', () => {
  it('names repeated statements up to a maximum', () => {
    const nameOf = createStatementNames()
    const nameRepeatedly = (text: string) => [
      nameOf(text),
      nameOf(text),
      nameOf(text),
      nameOf(text),
    ]
    expect(nameRepeatedly('first')).toEqual([undefined, undefined, 'stoa_0', 'stoa_0'])
    expect(nameRepeatedly('second').at(-1)).toBe('stoa_1')
    const names = Array.from({ length: 1_000 }, (_, n) => nameRepeatedly(`other ${n}`).at(-1))
    expect(new Set(names).size).toBe(149)
    expect(nameOf('first')).toBe('stoa_0')
  })
})
