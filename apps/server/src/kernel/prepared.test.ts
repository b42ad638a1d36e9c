import type { Db } from './database.ts'
import { roles } from '@stoa/contract/access'
import { sql } from 'drizzle-orm'
import { alias, pgTable, text } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test/databases.ts'
import { bigId, time } from '../schema/columns.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { prepared } from './prepared.ts'
import { isStaff, type Viewer } from './rules.ts'

const users = pgTable('people', { id: bigId(), name: text(), bornAt: time('born_at') })

describe('prepared', () => {
  let testDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>
  let database: Database
  beforeAll(async () => {
    testDatabase = await createEmptyDatabase()
    const config = readConfig({ STOA_DATABASE_URL: testDatabase.url })
    database = await openDatabase(config, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
  })

  let built = 0
  const read = prepared(
    (db: Db, { word }: { word: string }, actor: Viewer | null, shape: 'plain' | 'loud') => {
      built++
      const role = actor === null ? 'visitor' : isStaff(actor) ? 'staff' : 'member'
      const result = shape === 'loud' ? sql<string>`upper(${word})` : sql<string>`${word}::text`
      const id = actor === null ? sql<string>`'nobody'` : sql<string>`${actor.id}::text`
      return db
        .select({ role: sql<string>`${role}::text`, text: result, id })
        .from(sql`(select 1) as one`)
    },
  )
  const ada = { id: '101', roleId: roles.user }
  const ben = { id: '102', roleId: roles.user }
  const moderator = { id: '103', roleId: roles.moderator }

  it('builds one statement per role and shape, with the values of each call', async () => {
    const { db } = database
    const run = (word: string, actor: Viewer | null, shape: 'plain' | 'loud' = 'plain') =>
      read(db, { word }, actor, shape)
    for (let round = 0; round < 5; round++) {
      expect(await run('a', ada)).toEqual([{ role: 'member', text: 'a', id: '101' }])
      expect(await run('b', ben)).toEqual([{ role: 'member', text: 'b', id: '102' }])
      expect(await run('c', moderator)).toEqual([{ role: 'staff', text: 'c', id: '103' }])
      expect(await run('d', null)).toEqual([{ role: 'visitor', text: 'd', id: 'nobody' }])
      expect(await run('e', ada, 'loud')).toEqual([{ role: 'member', text: 'E', id: '101' }])
    }
    expect(built).toBe(4)
  })

  it('reads uncommitted writes inside a transaction', async () => {
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

  it('returns the same rows as an unprepared query', async () => {
    const { db } = database
    await db.execute(sql`create table people (id bigint, name text, born_at timestamptz)`)
    await db.execute(
      sql`insert into people values (1, 'Ada', '1815-12-10 12:00+00'), (2, null, null)`,
    )
    const parent = alias(users, 'parent')
    const query = (within: Db, below: string) =>
      within
        .select({
          id: users.id,
          bornAt: users.bornAt,
          list: sql<number[]>`json_build_array(1, ${users.id})`,
          user: { name: users.name, bornAt: users.bornAt },
          parent: { id: parent.id, name: parent.name },
          both: { id: users.id, parentId: parent.id, sum: sql<number>`1 + 1` },
        })
        .from(users)
        .leftJoin(parent, sql`${parent.id} = ${users.id} - 1`)
        .where(sql`${users.id} < ${below}`)
        .orderBy(users.id)
    const preparedQuery = prepared((within: Db, { below }: { below: string }) =>
      query(within, below),
    )
    const rows = await preparedQuery(db, { below: '9' }, null, '')
    expect(rows).toEqual(await query(db, '9'))
    expect(rows.map((row) => row.parent)).toEqual([null, { id: '1', name: 'Ada' }])
  })
})
