import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database, Db } from './database.ts'
import type { ListenerIndex } from './events.ts'
import { migrateJobs } from './jobs.ts'

/** One number for all Stoa processes, so that two of them never migrate at once. */
const migrationLock = 7_305_210

/** Brings the tables up to date; does nothing when they are. */
export async function migrate(database: Database, listeners: ListenerIndex) {
  const migrationsFolder = findMigrations()
  if (database.engine.kind === 'pglite') {
    await migratePglite(database.db as never, { migrationsFolder })
    return await migrateJobs(database, listeners)
  }
  const client = await database.engine.pool.connect()
  try {
    // A migration may take long, but a lock that cannot be had soon is better reported than waited for:
    // readers queue behind a waiting migration.
    await client.query('set statement_timeout = 0')
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await client.query("set lock_timeout = '5s'")
    await migratePostgres(drizzle(client), { migrationsFolder })
    await migrateJobs(database, listeners)
  } finally {
    // Closes the connection: the lock and the timeouts end with it.
    client.release(true)
  }
}

/** Whether the tables are those this program was written for, or newer. */
export async function isMigrated(database: Database) {
  const found = await database.db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('pgboss.job') is not null as found`,
  )
  if (found.rows[0]?.found !== true) return false
  const applied = await database.db.execute<{ newest: string | null }>(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  )
  return Number(applied.rows[0]?.newest ?? 0) >= newestMigration()
}

/** Whether nothing was ever kept here: an empty database, or one whose very first migration was cut off. */
export async function isUnstarted(db: Db) {
  const result = await db.execute<{ unstarted: boolean }>(sql.raw(unstartedSql))
  return result.rows[0]?.unstarted === true
}

/** Plain SQL, because the installer asks it before the database is opened in earnest. */
export const unstartedSql = `select not exists (select from pg_tables where schemaname = 'public')
  or (to_regclass('public.settings') is not null and to_regclass('pgboss.job') is null) as unstarted`

function newestMigration() {
  const journal = readFileSync(join(findMigrations(), 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { when: number }[] }
  return Math.max(...entries.map(({ when }) => when))
}

/** The SQL files stand beside the source and, in a bundle, beside the folder of the bundle. */
function findMigrations() {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'drizzle')
    if (existsSync(join(candidate, 'meta/_journal.json'))) return candidate
  }
  throw new Error('the folder with the migrations is missing from this installation')
}
