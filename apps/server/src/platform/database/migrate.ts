import type { ListenerIndex } from '../../kernel/context.ts'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBundledFolder } from '../../kernel/release.ts'
import type { Database } from './database.ts'
import type { Db } from '../../kernel/database.ts'
import { migrateJobs } from '../jobs/jobs.ts'

/** Advisory lock, so that only one process migrates at a time. */
const migrationLock = 7_305_210

export async function migrate(database: Database, listeners: ListenerIndex) {
  const migrationsFolder = findMigrations()
  if (database.engine.kind === 'pglite') {
    await migratePglite(database.db as never, { migrationsFolder })
    return await migrateJobs(database, listeners)
  }
  const client = await database.engine.pool.connect()
  try {
    // Migrations may run long, but must not wait long for a lock: reads queue behind a waiting migration.
    await client.query('set statement_timeout = 0')
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await client.query("set lock_timeout = '5s'")
    await migratePostgres(drizzle(client), { migrationsFolder })
    await migrateJobs(database, listeners)
  } finally {
    // Closes the connection, which releases the lock.
    client.release(true)
  }
}

/** Also true for a schema newer than this program. */
export async function isMigrated(database: Database) {
  const tables = await database.db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('pgboss.job') is not null as found`,
  )
  if (tables.rows[0]?.found !== true) return false
  return (await readNewestApplied(database.db)) >= newestMigration()
}

export async function compareSchema({ db }: Database) {
  const [applied, newest] = [await readNewestApplied(db), newestMigration()]
  if (applied === newest) return 'current'
  return applied < newest ? 'pending' : 'newer'
}

async function readNewestApplied(db: Db) {
  const applied = await db.execute<{ newest: string | null }>(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  )
  return Number(applied.rows[0]?.newest ?? 0)
}

/** An empty database, or one whose first migration was interrupted. */
export async function isUninitialized(db: Db) {
  const result = await db.execute<{ unstarted: boolean }>(sql.raw(uninitializedSql))
  return result.rows[0]?.unstarted === true
}

/** Raw SQL, because the installer runs it on a plain connection. */
export const uninitializedSql = `select not exists (select from pg_tables where schemaname = 'public')
  or (to_regclass('public.settings') is not null and to_regclass('pgboss.job') is null) as unstarted`

function newestMigration() {
  const journal = readFileSync(join(findMigrations(), 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { when: number }[] }
  return Math.max(...entries.map(({ when }) => when))
}

function findMigrations() {
  return findBundledFolder('drizzle', 'meta/_journal.json')
}
