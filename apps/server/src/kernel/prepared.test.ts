import type { ReadDb } from './database.ts'
import { roles } from '@stoa/contract/access'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test/databases.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { prepared } from './prepared.ts'
import { isStaff, type Viewer } from './rules.ts'

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
    (db: ReadDb, { word }: { word: string }, actor: Viewer | null, shape: 'plain' | 'loud') => {
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

  it('names its statements on the server, unless named statements are disabled', async () => {
    const listNames = async (db: ReadDb) => {
      await read(db, { word: 'a' }, ada, 'plain')
      const { rows } = await db.execute(sql`select name from pg_prepared_statements`)
      return rows.map(({ name }) => name)
    }
    const listNamesIn = async (named: boolean) => {
      const config = {
        ...readConfig({ STOA_DATABASE_URL: testDatabase.url }),
        database_pool: 1,
        database_named_statements: named,
      }
      const oneConnection = await openDatabase(config, pino({ level: 'silent' }))
      try {
        return [await listNames(oneConnection.db), await oneConnection.transaction(listNames)]
      } finally {
        await oneConnection.close()
      }
    }
    const name: unknown = expect.stringMatching(/^prepared_[0-9a-f]{40}$/)
    expect(await listNamesIn(true)).toEqual([[name], [name]])
    expect(await listNamesIn(false)).toEqual([[], []])
  })

  it('reads uncommitted writes inside a transaction', async () => {
    const { db } = database
    await db.execute(sql`create table words (word text)`)
    const words = prepared((within: ReadDb, { first }: { first: string }) =>
      within
        .select({ word: sql<string>`word` })
        .from(sql`words`)
        .where(sql`word like ${first}`),
    )
    const find = (within: ReadDb) => words(within, { first: 'n%' }, null, '')
    expect(await find(db)).toEqual([])
    await database.transaction(async (tx) => {
      await tx.execute(sql`insert into words values ('new')`)
      expect(await find(tx)).toEqual([{ word: 'new' }])
      expect(await find(db)).toEqual([])
    })
    expect(await find(db)).toEqual([{ word: 'new' }])
  })
})
