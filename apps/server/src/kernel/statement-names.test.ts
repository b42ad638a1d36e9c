import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test/databases.ts'
import { readConfig } from './config.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { prepared } from './prepared.ts'
import { makeStatementNames } from './statement-names.ts'

const log = pino({ level: 'silent' })

async function planned({ db }: Database) {
  const { rows } = await db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements order by statement`,
  )
  return rows.map(({ statement }) => statement)
}

const wanted = prepared((db: Db, { n }: { n: number }) =>
  db
    .select({ kept: sql<number>`${n}::int` })
    .from(sql`(select 1) as one`)
    .limit(5),
)

async function sendOften({ db }: Database) {
  for (let time = 0; time < 4; time++) {
    await db.execute(sql`select ${time}::int + 1 as more`)
    await db.execute(sql`select 'a'::tsvector @@ ${'a'}::tsquery as found`)
    await db.execute(sql`select 1; select 2`)
    await db.execute(sql`select 1 limit ${1}`)
    await wanted(db, { n: time }, null, '')
  }
  await db.execute(sql`select ${1}::int as once`)
}

describe('statements on a connection', () => {
  let place: Awaited<ReturnType<typeof createEmptyDatabase>>
  beforeAll(async () => {
    place = await createEmptyDatabase()
  })
  afterAll(() => place.drop())

  it('are planned once when they come again and their values do not decide the plan', async () => {
    const database = await openDatabase(oneConnection(), log)
    await sendOften(database)
    expect(await planned(database)).toEqual([
      'select $1::int + 1 as more',
      'select $1::int from (select 1) as one limit $2',
    ])
    await database.close()
  })

  it('are planned each time where a pooler cannot keep them', async () => {
    const config = { ...oneConnection(), database_named_statements: false }
    const database = await openDatabase(config, log)
    await sendOften(database)
    expect(await planned(database)).toEqual([])
    await database.close()
  })

  function oneConnection() {
    return { ...readConfig({ STOA_DATABASE_URL: place.url }), database_pool: 1 }
  }
})

describe('names', () => {
  it('are given to statements that are sent often, each its own, and only so many', () => {
    const nameOf = makeStatementNames()
    const often = (text: string) => [nameOf(text), nameOf(text), nameOf(text), nameOf(text)]
    expect(often('first')).toEqual([undefined, undefined, 'stoa_0', 'stoa_0'])
    expect(often('second').at(-1)).toBe('stoa_1')
    const names = Array.from({ length: 1_000 }, (_, n) => often(`other ${n}`).at(-1))
    expect(new Set(names).size).toBe(149)
    expect(nameOf('first')).toBe('stoa_0')
  })
})
