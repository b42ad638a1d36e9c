import { roles } from '@stoa/contract/access'
import { sql } from 'drizzle-orm'
import { alias, pgTable, text } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test/databases.ts'
import { bigId, time } from './columns.ts'
import { readConfig } from './config.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { prepared } from './prepared.ts'
import { isStaff, type Someone } from './rules.ts'

const people = pgTable('people', { id: bigId(), name: text(), bornAt: time('born_at') })

describe('a read that is put together once', () => {
  let place: Awaited<ReturnType<typeof createEmptyDatabase>>
  let database: Database
  beforeAll(async () => {
    place = await createEmptyDatabase()
    const config = readConfig({ STOA_DATABASE_URL: place.url })
    database = await openDatabase(config, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    await database.close()
    await place.drop()
  })

  let built = 0
  const read = prepared(
    (db: Db, { word }: { word: string }, who: Someone | null, shape: 'plain' | 'loud') => {
      built++
      const of = who === null ? 'visitor' : isStaff(who) ? 'staff' : 'member'
      const said = shape === 'loud' ? sql<string>`upper(${word})` : sql<string>`${word}::text`
      const id = who === null ? sql<string>`'nobody'` : sql<string>`${who.id}::text`
      return db.select({ of: sql<string>`${of}::text`, said, id }).from(sql`(select 1) as one`)
    },
  )
  const one = { id: '101', roleId: roles.user }
  const other = { id: '102', roleId: roles.user }
  const moderator = { id: '103', roleId: roles.moderator }

  it('gives everyone their own values, and each role its own statement', async () => {
    const { db } = database
    const ask = (word: string, who: Someone | null, shape: 'plain' | 'loud' = 'plain') =>
      read(db, { word }, who, shape)
    for (let round = 0; round < 5; round++) {
      expect(await ask('a', one)).toEqual([{ of: 'member', said: 'a', id: '101' }])
      expect(await ask('b', other)).toEqual([{ of: 'member', said: 'b', id: '102' }])
      expect(await ask('c', moderator)).toEqual([{ of: 'staff', said: 'c', id: '103' }])
      expect(await ask('d', null)).toEqual([{ of: 'visitor', said: 'd', id: 'nobody' }])
      expect(await ask('e', one, 'loud')).toEqual([{ of: 'member', said: 'E', id: '101' }])
    }
    expect(built).toBe(4)
  })

  it('reads inside a transaction what was written there', async () => {
    const { db } = database
    await db.execute(sql`create table words (word text)`)
    const words = prepared((within: Db, { first }: { first: string }) =>
      within
        .select({ word: sql<string>`word` })
        .from(sql`words`)
        .where(sql`word like ${first}`),
    )
    const find = (within: Db) => words(within, { first: 'n%' }, null, '')
    expect(await find(db)).toEqual([])
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into words values ('new')`)
      expect(await find(tx)).toEqual([{ word: 'new' }])
      expect(await find(db)).toEqual([])
    })
    expect(await find(db)).toEqual([{ word: 'new' }])
  })

  it('gives rows as a statement that is put together each time does', async () => {
    const { db } = database
    await db.execute(sql`create table people (id bigint, name text, born_at timestamptz)`)
    await db.execute(
      sql`insert into people values (1, 'Ada', '1815-12-10 12:00+00'), (2, null, null)`,
    )
    const parent = alias(people, 'parent')
    const query = (within: Db, below: string) =>
      within
        .select({
          id: people.id,
          bornAt: people.bornAt,
          list: sql<number[]>`json_build_array(1, ${people.id})`,
          person: { name: people.name, bornAt: people.bornAt },
          parent: { id: parent.id, name: parent.name },
          both: { mine: people.id, theirs: parent.id, sum: sql<number>`1 + 1` },
        })
        .from(people)
        .leftJoin(parent, sql`${parent.id} = ${people.id} - 1`)
        .where(sql`${people.id} < ${below}`)
        .orderBy(people.id)
    const kept = prepared((within: Db, { below }: { below: string }) => query(within, below))
    const rows = await kept(db, { below: '9' }, null, '')
    expect(rows).toEqual(await query(db, '9'))
    expect(rows.map(({ parent: found }) => found)).toEqual([null, { id: '1', name: 'Ada' }])
  })
})
