import type { Db } from '../../kernel/database.ts'
import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../test/databases.ts'
import { listeners } from '../../features.ts'
import { readConfig } from '../process/read-config.ts'
import { type Database, openDatabase } from './database.ts'
import { isMigrated, migrate } from './migrate.ts'
import { NotMigratedError, openContext } from '../process/open-context.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'stoa-migrate-'))
let testDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>

beforeAll(async () => {
  testDatabase = await createEmptyDatabase()
})
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

async function withDatabase<T>(env: Record<string, string>, work: (database: Database) => T) {
  const database = await openDatabase(readConfig(env), log)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Columns, constraints and indexes as comparable text. */
async function schemaOf(db: Db) {
  const read = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ line: string }>(query)).rows.map(({ line }) => line)
  const columns = await read(
    sql`select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public' order by 1`,
  )
  const constraints = await read(
    sql`select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
  )
  const indexes = await read(
    sql`select indexdef as line from pg_indexes where schemaname = 'public' order by 1`,
  )
  return { columns, constraints, indexes }
}

describe('migrate', () => {
  it('is required before a process can open an empty database', async () => {
    const config = readConfig({ STOA_DATABASE_URL: testDatabase.url, STOA_LOG_LEVEL: 'silent' })
    await expect(openContext({ config, listeners, isWorker: false })).rejects.toBeInstanceOf(
      NotMigratedError,
    )
  })

  it('creates all tables once when two processes migrate concurrently', async () => {
    const env = { STOA_DATABASE_URL: testDatabase.url }
    const result = await withDatabase(env, (first) =>
      withDatabase(env, async (second) => {
        await Promise.all([migrate(first, listeners), migrate(second, listeners)])
        return await isMigrated(first)
      }),
    )
    expect(result).toBe(true)
  })

  it('does nothing the second time', async () => {
    await withDatabase({ STOA_DATABASE_URL: testDatabase.url }, async (database) => {
      const runs = () =>
        database.db.execute(sql`select id, hash, created_at from drizzle.__drizzle_migrations`)
      const before = [await schemaOf(database.db), (await runs()).rows]
      await migrate(database, listeners)
      expect([await schemaOf(database.db), (await runs()).rows]).toEqual(before)
    })
  })

  it('creates the same schema in an embedded database', async () => {
    const served = await withDatabase({ STOA_DATABASE_URL: testDatabase.url }, ({ db }) =>
      schemaOf(db),
    )
    const embedded = await withDatabase({ STOA_DATA_DIR: folder }, async (database) => {
      await migrate(database, listeners)
      return await schemaOf(database.db)
    })
    expect(embedded).toEqual(served)
    expect(served.columns.length).toBeGreaterThan(50)
  })

  it('fails after a lock timeout and leaves the connection pool usable', async () => {
    const other = await createEmptyDatabase()
    await withDatabase({ STOA_DATABASE_URL: other.url }, async (database) => {
      await database.db.execute(sql`create schema drizzle`)
      await database.db.execute(
        sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
      )
      const blocked = await database.db.transaction(async (tx) => {
        await tx.execute(sql`lock table drizzle.__drizzle_migrations in access exclusive mode`)
        return await migrate(database, listeners).then(
          () => 'migrated',
          (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
        )
      })
      expect(blocked).toContain('lock timeout')
      await migrate(database, listeners)
      expect(await isMigrated(database)).toBe(true)
    })
    await other.drop()
  })
})
